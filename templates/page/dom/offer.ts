/** Something that the reader may want next. */
export interface Offer {
	text: string;
	title: string;
	action: () => void;
}

// Links to places in methods.

import { routeTo } from "../address/route";
import { Profile } from "../profile/profile";

/** The address of a method, at a place if its page shows that; "" if it is not in the profile. */
export function linkTo(profile: Profile, id: number | undefined, bci?: number): string {
	const m = profile.method(id);
	return m ? routeTo("method", profile.nameInAddress(m), { at: bci !== undefined && profile.showsPlace(m.id, bci) ? String(bci) : "" }) : "";
}

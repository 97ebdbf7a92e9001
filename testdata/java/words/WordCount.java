package words;

/** Counts the words of a text. Case matters. */
public class WordCount {
    private static final String TEXT = "The quick brown fox jumps over the lazy dog, and the dog sleeps on.";

    private final String[] words = new String[64];
    private final int[] counts = new int[words.length];

    public static void main(String[] args) {
        WordCount count = new WordCount();
        for (int i = 0; i < 10_000; i++) {
            count.addLine(TEXT);
        }
        System.out.println(count.counts[count.find("the")]);
    }

    /** Counts the words of a line. */
    void addLine(String line) {
        int begin = -1; // of a word, or not in one
        for (int i = 0; i < line.length(); i++) {
            if (isLetter(line.charAt(i))) {
                if (begin < 0) {
                    begin = i;
                }
            } else if (begin >= 0) {
                counts[find(line.substring(begin, i))]++;
                begin = -1;
            }
        }
        if (begin >= 0) {
            counts[find(line.substring(begin))]++;
        }
    }

    static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    /** Returns the place of a word, which may be new. */
    int find(String word) {
        int at = word.hashCode() & words.length - 1;
        while (words[at] != null && !words[at].equals(word)) {
            at = at + 1 & words.length - 1;
        }
        words[at] = word;
        return at;
    }
}

package tally;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts the words of a text, as often as it is told. Case matters. */
public class Tally {
    private final String[] words = new String[4096];
    private final int[] counts = new int[words.length];

    public static void main(String[] args) throws IOException {
        String text = Files.readString(Path.of(args[0]));
        int times = Integer.parseInt(args[1]);
        Tally tally = new Tally();
        for (int i = 0; i < times; i++) {
            tally.addText(text);
        }
        System.out.println(tally.counts[tally.find("the")]);
    }

    /** Counts the words of a text. */
    void addText(String text) {
        int begin = -1; // of a word, or not in one
        for (int i = 0; i < text.length(); i++) {
            if (isLetter(text.charAt(i))) {
                if (begin < 0) {
                    begin = i;
                }
            } else if (begin >= 0) {
                counts[find(text.substring(begin, i))]++;
                begin = -1;
            }
        }
        if (begin >= 0) {
            counts[find(text.substring(begin))]++;
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

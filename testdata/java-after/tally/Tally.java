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
        System.out.println(tally.counts[tally.find("the", 0, 3)]);
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
                counts[find(text, begin, i)]++;
                begin = -1;
            }
        }
        if (begin >= 0) {
            counts[find(text, begin, text.length())]++;
        }
    }

    static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    /** Returns the place of a word of the text, which may be new. */
    int find(String text, int begin, int end) {
        int hash = 0;
        for (int i = begin; i < end; i++) {
            hash = 31 * hash + text.charAt(i);
        }
        int at = hash & words.length - 1;
        while (words[at] != null && !(words[at].length() == end - begin && text.startsWith(words[at], begin))) {
            at = at + 1 & words.length - 1;
        }
        if (words[at] == null) {
            words[at] = text.substring(begin, end);
        }
        return at;
    }
}

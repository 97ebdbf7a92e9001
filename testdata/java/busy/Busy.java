package busy;

import java.io.IOException;
import java.net.ServerSocket;

/** Keeps two threads busy for some seconds, while a third waits in native code: a program to record. */
public class Busy {
    interface Step {
        long run(int n);
    }

    static volatile long sink;

    static long fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static long deep(int n) { // more frames than the recorder keeps by default
        return n == 0 ? fib(25) : 1 + deep(n - 1);
    }

    static long sum(int n) {
        long s = 0;
        for (int i = 0; i < 3000; i++) {
            s += (long) n * i % 7;
        }
        return s;
    }

    static long sum(String text) {
        long s = 0;
        for (int i = 0; i < 300; i++) {
            s += (text + i).hashCode();
        }
        return s;
    }

    static void accept(long millis) {
        try (ServerSocket server = new ServerSocket(0)) {
            server.setSoTimeout((int) Math.max(1, millis));
            server.accept();
        } catch (IOException e) {
            sink++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        long millis = Long.parseLong(args[0]);
        long end = System.nanoTime() + millis * 1_000_000;
        Thread texts = new Thread(() -> {
            while (System.nanoTime() < end) {
                sink += sum("x");
            }
        }, "w\u00f6rker \"1\"");
        Thread waits = new Thread(() -> accept(millis), "accepter");
        texts.start();
        waits.start();
        Step lambda = n -> sum(n);
        Step reference = Busy::fib;
        for (int i = 0; System.nanoTime() < end; i++) {
            sink += lambda.run(i % 100) + reference.run(20);
            if (i % 10 == 0) {
                sink += deep(100);
            }
        }
        texts.join();
        waits.join();
    }
}

/** Asks the worker; a worker that takes too long is ended and started again. */

import type { Answer, Message, Question } from "./questions";

export class Stopped extends Error {}

export class Python {
  private worker: Worker | undefined;
  private waiting: { done: (answer: Answer) => void; failed: (why: Error) => void } | undefined;
  private ready = false;

  constructor(private readonly became: (ready: boolean) => void) {}

  get isReady(): boolean {
    return this.ready;
  }

  get isBusy(): boolean {
    return this.waiting !== undefined;
  }

  /** The answer to a question; only one may be asked at a time. */
  ask(question: Question): Promise<Answer> {
    this.start();
    return new Promise((done, failed) => {
      this.waiting = { done, failed };
      this.worker?.postMessage(question);
    });
  }

  /** Load Python, if that has not begun. */
  start(): void {
    if (this.worker) return;
    this.worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    this.worker.onmessage = (event: MessageEvent<Message>) => this.hear(event.data);
    this.worker.onerror = (event) => this.hear({ kind: "broken", why: event.message || "worker.js" });
  }

  /** End what runs; what was asked fails with `Stopped`. */
  stop(): void {
    this.end();
    this.settle()?.failed(new Stopped());
  }

  private hear(message: Message): void {
    if (message.kind === "ready") {
      this.ready = true;
      this.became(true);
    } else if (message.kind === "answer") {
      this.settle()?.done(message.answer);
    } else {
      this.end();
      this.settle()?.failed(new Error(message.why));
    }
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = false;
    this.became(false);
  }

  private settle(): Python["waiting"] {
    const waiting = this.waiting;
    this.waiting = undefined;
    return waiting;
  }
}

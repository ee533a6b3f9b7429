const width = 30

/** Milliseconds before progress is shown. */
export const progressDelay = 1000

/** Shows progress, only on a terminal. */
export class Progress {
  private read = 0
  private shown = -1

  /**
   * @param total The number of bytes; undefined if unknown
   * @param stream The output
   * @param shownFrom The time from which progress is shown, in milliseconds of `performance.now`
   */
  constructor(
    private readonly total: number | undefined, private readonly stream: {readonly isTTY?: boolean, write(text: string): unknown} = process.stderr,
    private readonly shownFrom = 0,
  ) {}

  /** Shows how much of the total is done. Does not go back if a part is done again. */
  set(done: number): void {
    if (done > this.read) this.add(done - this.read)
  }

  /** Counts bytes that were read. */
  add(bytes: number): void {
    this.read += bytes
    if (this.stream.isTTY !== true || performance.now() < this.shownFrom) return
    const step = this.total === undefined ? Math.floor(this.read / 1e6) : Math.floor(this.read / Math.max(1, this.total) * 100)
    if (step === this.shown) return
    this.shown = step
    this.stream.write(`\r${this.total === undefined ? `${step} MB` : bar(Math.min(step, 100))}`)
  }

  /** Removes the progress bar. */
  end(): void {
    if (this.shown >= 0) this.stream.write('\r\u001b[K')
    this.shown = -1
  }
}

function bar(percent: number): string {
  const done = Math.floor(percent / 100 * width)
  return `[${'#'.repeat(done)}${'.'.repeat(width - done)}] ${String(percent).padStart(3)} %`
}

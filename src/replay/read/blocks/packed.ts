import {copyOfText} from '../../lookup/copy-of-text.js'

/** Records in a few values: sending many small objects between threads takes longer than making them. */
export interface Packed {
  /** The steps, and the numbers about each record. */
  readonly numbers: Float64Array<ArrayBuffer>
  /** Texts that occur once, joined. */
  readonly text: string
  /** Frequent texts that occur for the first time. They are numbered across all blocks of a thread. */
  readonly names: readonly string[]
  /** The number of the first of these names: 0 if numbering restarts. */
  readonly firstName: number
  /** The thread that counts the names. */
  readonly thread: number
}

/** The next step through a batch: a record, or the beginning or end of a list whose records can be in any order. */
export type Step = 'record' | 'hold' | 'release'

/** The numbers of the steps. */
const [recordStep, holdStep, releaseStep, pathStep] = [0, 1, 2, 3]

/** Number of names after which numbering restarts. */
const maxNames = 1 << 16

/** Packs numbers and texts. */
export class PackWriter {
  private values = new Float64Array(1 << 14)
  private size = 0
  private texts: string[] = []
  private readonly names = new Map<string, number>()
  private added: string[] = []

  /** @param thread the thread that packs */
  constructor(private readonly thread: number) {}

  begin(): void {
    this.push(recordStep)
  }

  hold(): void {
    this.push(holdStep)
  }

  release(): void {
    this.push(releaseStep)
  }

  /** Names the log of the records that follow. @param path is packed as a name */
  protected pushPath(path: string): void {
    this.push(pathStep)
    this.push(this.numberOf(path))
  }

  push(value: number): void {
    if (this.size === this.values.length) {
      const larger = new Float64Array(2 * this.size)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.size++] = value
  }

  pushText(text: string): void {
    this.push(text.length)
    if (text !== '') this.texts.push(text)
  }

  /** Returns the number of a text that occurs often. */
  numberOf(name: string): number {
    const known = this.names.get(name)
    if (known !== undefined) return known
    const number = this.names.size
    const own = copyOfText(name)
    this.names.set(own, number)
    this.added.push(own)
    return number
  }

  /** Returns the packed values, and starts over. */
  take(): Packed {
    const {names, added, thread} = this
    const packed = {numbers: this.values.slice(0, this.size), text: this.texts.join(''), names: added, firstName: names.size - added.length, thread}
    this.drop()
    this.added = []
    if (names.size > maxNames) this.forget()
    return packed
  }

  /** Drops all names and restarts their numbers. */
  forget(): void {
    this.names.clear()
    this.added = []
  }

  /** Drops the packed values, except names. */
  drop(): void {
    this.size = 0
    this.texts = []
  }
}

/** Reads packed numbers and texts in the order in which they were packed. */
export class PackReader {
  private numbers = new Float64Array(0)
  private texts = ''
  private next = 0
  private start = 0

  begin({numbers, text}: Packed): void {
    this.numbers = numbers
    this.texts = text
    this.next = 0
    this.start = 0
  }

  /**
   * Returns the next step; undefined at the end.
   *
   * @param onPath called with the number of the name of another log, to which the records that follow belong
   */
  step(onPath: (name: number) => void): Step | undefined {
    while (this.next < this.numbers.length) {
      const step = this.number()
      if (step === recordStep) return 'record'
      if (step !== pathStep) return step === holdStep ? 'hold' : 'release'
      onPath(this.number())
    }
    return undefined
  }

  number(): number {
    return this.numbers[this.next++] ?? 0
  }

  /** Returns the next text. It keeps all texts of the batch in memory. */
  text(): string {
    const {start} = this
    this.start += this.number()
    return this.texts.slice(start, this.start)
  }
}

/** Minimum number of messages kept in memory, even for a small set; the maximum is twice as many. */
const remembered = 2048

/**
 * The latest different messages. Upstream removes an arbitrary one from a full set; here it is the one first seen longest ago. A
 * message that comes back after its removal is removed again, and the others stay (spec eventratelimit 8.1).
 */
export class RecentMessages {
  /** The number of each message, in the order in which they were first seen. */
  private readonly numbers = new Map<string, number>()
  private count = 0

  /** @param size the size of the set */
  constructor(private readonly size: number) {}

  /** Adds a message. @returns false if the set was full, so that a message, possibly this one, was removed */
  add(message: string): boolean {
    const number = this.numbers.get(message)
    if (number === undefined) this.remember(message)
    return this.count <= this.size || (number !== undefined && number >= this.count - this.size)
  }

  private remember(message: string): void {
    this.numbers.set(message, this.count++)
    const kept = Math.max(remembered, this.size)
    if (this.numbers.size > 2 * kept) this.forget(this.count - kept)
  }

  /** Removes all messages before a number. */
  private forget(end: number): void {
    for (const [message, number] of this.numbers) {
      if (number >= end) return
      this.numbers.delete(message)
    }
  }
}

import type {KubeObject} from '../kinds/kind.js'

type Question = (object: KubeObject) => boolean

/** A condition, and whether one of the objects meets it. */
interface Answer {
  readonly holds: Question
  readonly isSo: boolean
}

/** Remembers, by the name of a condition, whether one of the objects of a collection meets it. A change of one object takes the same time for any number of objects. */
export class Answers {
  private readonly known: Map<string, Answer>

  /** @param original answers about the same objects; later changes to one do not affect the other */
  constructor(original?: Answers) {
    this.known = new Map(original?.known)
  }

  /**
   * Returns true if one of the objects meets the condition.
   *
   * @param list returns all objects
   */
  some(name: string, holds: Question, list: () => readonly KubeObject[]): boolean {
    const isSo = this.known.get(name)?.isSo ?? list().some(holds)
    this.known.set(name, {holds, isSo})
    return isSo
  }

  /** Updates the answers after an object is added, or replaces another one. */
  put(read: () => KubeObject, isNew: boolean): void {
    for (const [name, {holds, isSo}] of this.known) {
      if (isSo && isNew) continue
      if (holds(read())) this.known.set(name, {holds, isSo: true})
      else if (isSo) this.known.delete(name)
    }
  }

  /** Updates the answers after an object is deleted. */
  delete(): void {
    for (const [name, {isSo}] of this.known) if (isSo) this.known.delete(name)
  }
}

import type {KubeObject} from '../kinds/kind.js'

type Question = (object: KubeObject) => boolean

/** A question, and whether it holds for one of the objects. */
interface Answer {
  readonly holds: Question
  readonly isSo: boolean
}

/** Remembers by name whether something holds for one of the objects of a collection. A change of an object costs as much for a million of them as for one. */
export class Answers {
  private readonly known: Map<string, Answer>

  /** @param original answers about the same objects, which stay as they are */
  constructor(original?: Answers) {
    this.known = new Map(original?.known)
  }

  /**
   * True if something holds for one of the objects.
   *
   * @param list Returns all objects
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

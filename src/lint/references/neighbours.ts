import type {SourceFile} from '../../source/source-file.js'
import {groupBy} from '../../machinery/group-by.js'
import {directoryOf} from '../alternatives.js'
import type {KeptObject} from '../kept-object.js'

/** Which objects stand beside which: in the same folder, for the same namespace. */
export class Neighbours {
  /** Folders with something that is not known in full. */
  private readonly unclear = new Set<string>()
  private readonly groups = new WeakMap<readonly KeptObject[], ReadonlyMap<string, readonly KeptObject[]>>()

  /** Takes note that a file holds something of which it is not known what it is or makes. */
  addUnclear(file: SourceFile): void {
    this.unclear.add(directoryOf({file}))
  }

  /** Those of some objects that stand beside one; none where its folder is not known in full. */
  beside(object: KeptObject, all: readonly KeptObject[]): readonly KeptObject[] {
    return this.unclear.has(directoryOf(object)) ? [] : this.grouped(all).get(keyOf(object)) ?? []
  }

  private grouped(all: readonly KeptObject[]): ReadonlyMap<string, readonly KeptObject[]> {
    let groups = this.groups.get(all)
    if (groups === undefined) this.groups.set(all, groups = groupBy(all, keyOf))
    return groups
  }
}

const keyOf = (object: KeptObject): string => JSON.stringify([directoryOf(object), object.object.metadata.namespace])

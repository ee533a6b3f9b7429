import {groupBy} from '../../machinery/collections/group-by.js'
import {remember} from '../../machinery/collections/remember.js'
import type {SourceFile} from '../../source/source-file.js'
import {directoryOf} from '../alternatives.js'
import type {LazyObject} from '../lazy-object.js'

/** Finds the objects in the same folder and namespace. */
export class Neighbours {
  /** Folders with incompletely known objects. */
  private readonly unclear = new Set<string>()
  private readonly grouped = remember((all: readonly LazyObject[]): ReadonlyMap<string, readonly LazyObject[]> => groupBy(all, keyOf))

  /** Marks the folder of a file as incompletely known. */
  addUnclear(file: SourceFile): void {
    this.unclear.add(directoryOf({file}))
  }

  /** Returns the objects in the same folder and namespace as one; none if the folder is incompletely known. */
  nearby(object: LazyObject, all: readonly LazyObject[]): readonly LazyObject[] {
    return this.unclear.has(directoryOf(object)) ? [] : this.grouped(all).get(keyOf(object)) ?? []
  }
}

const keyOf = (object: LazyObject): string => JSON.stringify([directoryOf(object), object.object.metadata.namespace])

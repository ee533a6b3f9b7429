import {type KubernetesVersion, onceForEachVersion} from '../version/kubernetes-version.js'
import {apiType, type TypeTable} from '../schema/api-tables.js'
import type {FieldTable} from '../schema/field-table.js'
import {RepeatedJson} from './repeated-json.js'

/** A field with the types of its version. */
export interface Field extends FieldTable {
  readonly element: Field | undefined
  readonly types: Types
}

/** The fields of a type by name. A map is safe for any name in a manifest (`__proto__`). */
export interface Struct {
  readonly name: string
  readonly fields: ReadonlyMap<string, Field>
}

/** The types of a version of Kubernetes, each read from its table when first asked for. */
export class Types {
  /** Decoded values by their JSON. */
  readonly repeated = new RepeatedJson<object>()
  private readonly structs = new Map<string, Struct>()

  constructor(private readonly version: KubernetesVersion) {}

  /** @throws Error for a type without a table */
  get(type: string): Struct {
    let struct = this.structs.get(type)
    if (struct === undefined) {
      const table = apiType(type, this.version)
      if (table === undefined) throw new Error(`no table for type ${type}`)
      struct = this.structOf(table.struct, table.fields)
      this.structs.set(type, struct)
    }
    return struct
  }

  /** A struct with these fields. */
  structOf(name: string, fields: TypeTable['fields']): Struct {
    return {name, fields: new Map(Object.entries(fields).map(([key, field]) => [key, this.fieldOf(field)]))}
  }

  /** All fields have the same hidden class, which makes decoding faster. */
  private fieldOf({go, shape, type, via, element}: FieldTable): Field {
    return {go, shape, type, via, element: element && this.fieldOf(element), types: this}
  }
}

/** The types of a version. */
export const typesOf = onceForEachVersion((version) => new Types(version))

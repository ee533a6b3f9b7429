import {FieldPath} from '../machinery/field/path.js'
import {isObject} from '../machinery/go/json-value.js'
import {compareText, quote} from '../machinery/go/text.js'
import type {KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import type {FieldTable} from '../machinery/schema/field-table.js'
import type {JsonObject, JsonValue} from '../source/json-value.js'
import type {ObjectError} from './object-error.js'
import type {Part} from './locate.js'
import {type Model, modelOf, openApiType, type OpenApiType, ownDefinition} from './open-api-model.js'
import {fieldSpelling, type Suggestion, unquoted} from './suggestion.js'
import {isArray, type OpenApiKind, openApiKind} from './value-kind.js'

/**
 * kubectl's old validation of an object against the server's OpenAPI document, which lists still go through. In its order:
 * depth first, keys by their bytes, and the fields that are missing behind those that are there. Fields that are null pass
 * (kube-openapi `validation.ValidateModel`; spec apimachinery 2.4).
 *
 * @param kind the name of the object's kind, with which the paths in messages begin
 */
export function openApiErrors(object: JsonObject, model: Model, kind: string): ObjectError[] {
  const check = new Check(model.version)
  check.struct(object, model, FieldPath.of(kind))
  return check.errors
}

class Check {
  readonly errors: ObjectError[] = []

  constructor(private readonly version: KubernetesVersion) {}

  struct(object: JsonObject, model: Model, at: FieldPath): void {
    const keys = sortedKeys(object)
    for (const key of keys) {
      const value = object[key] ?? null
      if (value === null) continue
      const table = Object.hasOwn(model.fields, key) ? model.fields[key] : undefined
      if (table !== undefined) this.value(value, table, `${model.definition}.${key}`, at.child(key))
      else if (!model.isOpen) this.unknownField(keys, at, key, model)
    }
    for (const field of model.required) {
      if ((object[field] ?? null) === null) this.add(at, `missing required field ${quote(field)} in ${model.definition}`)
    }
  }

  /** @param declared the place in the OpenAPI document that describes the value, if its type has no definition of its own */
  private value(value: Exclude<JsonValue, null>, table: FieldTable, declared: string, at: FieldPath): void {
    const found = openApiKind(value)
    const expected = openApiType(table)
    if (!accepts(expected, found)) this.wrongType(at, value, ownDefinition(table) ?? declared, found, expected)
    else if (isArray(value)) this.list(value, table, declared, at)
    else if (isObject(value) && table.type !== undefined) this.struct(value, modelOf(table.type, this.version), at)
    else if (isObject(value)) this.map(value, table, declared, at)
  }

  private list(items: readonly JsonValue[], {element}: FieldTable, declared: string, at: FieldPath): void {
    for (const [i, item] of items.entries()) {
      const place = at.index(i)
      if (item === null) this.add(at, nil(place), place)
      else if (element !== undefined) this.value(item, element, declared, place)
    }
  }

  private map(entries: JsonObject, {element}: FieldTable, declared: string, at: FieldPath): void {
    for (const key of sortedKeys(entries)) {
      const place = at.child(key)
      const value = entries[key] ?? null
      if (value === null) this.addText(nil(place), place)
      else if (element !== undefined) this.value(value, element, declared, place)
    }
  }

  private unknownField(names: readonly string[], at: FieldPath, key: string, {definition, fields}: Model): void {
    this.add(at, `unknown field ${quote(key)} in ${definition}`, at.child(key), fieldSpelling({name: key, known: Object.keys(fields), struct: definition.slice(definition.lastIndexOf('.') + 1)}, names), 'key')
  }

  private wrongType(at: FieldPath, value: JsonValue, declared: string, found: OpenApiKind, expected: OpenApiType): void {
    this.add(at, `invalid type for ${declared}: got "${found}", expected "${expected}"`, at, unquoting(value, expected))
  }

  private add(at: FieldPath, text: string, culprit = at, suggestion?: Suggestion, part?: Part): void {
    this.addText(`ValidationError(${at}): ${text}`, culprit, suggestion, part)
  }

  private addText(message: string, culprit: FieldPath, suggestion?: Suggestion, part?: Part): void {
    const steps = culprit.steps().slice(1)
    this.errors.push({ruleId: 'manifest/list-field', message, steps, ...part && {part}, ...suggestion})
  }
}

const nil = (place: FieldPath): string => `unknown object type "nil" in ${place}`

const sortedKeys = (object: JsonObject): string[] => Object.keys(object).sort(compareText)

function accepts(expected: OpenApiType, found: OpenApiKind): boolean {
  if (expected === 'string') return found !== 'array' && found !== 'map'
  return expected === found || (expected === 'integer' && found === 'number')
}

function unquoting(value: JsonValue, expected: OpenApiType): Suggestion | undefined {
  if (typeof value !== 'string') return undefined
  const isExpected = expected === 'integer' ? /^-?\d+$/.test(value) : expected === 'boolean' && /^(?:true|false)$/.test(value)
  return isExpected ? unquoted(value, `"${value}"`) : undefined
}

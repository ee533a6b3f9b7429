import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {type CelEntry, type CelNode, parseCel} from './cel-parser.js'

// An evaluator of the expressions of native policies. Packages for CEL support neither optional map entries nor the objects of
// mutations. Tests compare its results for recorded policies with those of a real server.

type Names = Readonly<Record<string, unknown>>

class Optional {
  constructor(readonly value?: unknown) {}

  get isPresent(): boolean {
    return this.value !== undefined
  }
}

const none = new Optional()

const parsed = new Map<string, CelNode>()

/** Evaluates an expression. @throws Error with the message of the API server */
export function evaluateCel(expression: string, names: Names): unknown {
  const node = parsed.get(expression) ?? parseCel(expression)
  parsed.set(expression, node)
  return valueOf(node, names)
}

function valueOf(node: CelNode, names: Names): unknown {
  switch (node.is) {
    case 'value': return node.value
    case 'name': return named(node.name, names)
    case 'list': return node.items.map((item) => valueOf(item, names))
    case 'map': return mapOf(node.entries.map(checkEntry), names, (entry) => valueOf(entry.key, names))
    case 'message': return mapOf(node.fields, names, ({key}) => key.is === 'value' ? key.value : '')
    case 'select': return select(valueOf(node.of, names), valueOf(node.key, names), node.isOptional)
    case 'not': return !truth(valueOf(node.of, names))
    case 'choice': return valueOf(truth(valueOf(node.condition, names)) ? node.then : node.otherwise, names)
    case 'infix': return infix(node.operator, node.left, node.right, names)
    case 'call': return node.of === undefined ? call(node.name, node.args, names) : callOn(node.of, node.name, node.args, names)
  }
}

function named(name: string, names: Names): unknown {
  if (!Object.hasOwn(names, name)) throw new Error(`undeclared reference to '${name}'`)
  return names[name]
}

function truth(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Error('no such overload: a condition is no bool')
  return value
}

function mapOf(entries: readonly CelEntry[], names: Names, keyOf: (entry: CelEntry) => unknown): Record<string, unknown> {
  const map: Record<string, unknown> = {}
  for (const entry of entries) {
    const key = String(keyOf(entry))
    if (Object.hasOwn(map, key)) throw new Error(`repeated key ${key}`)
    const value = valueOf(entry.value, names)
    if (!entry.isOptional) map[key] = value
    else if (!(value instanceof Optional)) throw new Error(`entry ${key} is not optional`)
    else if (value.isPresent) map[key] = value.value
  }
  return map
}

/** Rejects a map entry on which a real server panics: an optional one whose expression is not optional at first sight. */
function checkEntry(entry: CelEntry): CelEntry {
  if (entry.isOptional && !isSeenOptional(entry.value)) throw new Error('panic: an entry is not seen to be optional')
  return entry
}

const isSeenOptional = (node: CelNode): boolean => (node.is === 'choice' && isSeenOptional(node.then) && isSeenOptional(node.otherwise))
  || (node.is === 'call' && ['of', 'none', 'optMap'].includes(node.name))

function select(of: unknown, key: unknown, isOptional: boolean): unknown {
  if (of instanceof Optional) return of.isPresent ? optional(of.value, String(key)) : none
  if (isOptional) return optional(of, String(key))
  const found = optional(of, String(key))
  if (!found.isPresent) throw new Error(`no such key: ${String(key)}`)
  return found.value
}

const optional = (of: unknown, key: string): Optional =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, key) ? new Optional((of as Names)[key]) : none

function infix(operator: string, left: CelNode, right: CelNode, names: Names): unknown {
  const first = valueOf(left, names)
  if (operator === '||') return truth(first) || truth(valueOf(right, names))
  if (operator === '&&') return truth(first) && truth(valueOf(right, names))
  const second = valueOf(right, names)
  switch (operator) {
    case '==': return first === second
    case '!=': return first !== second
    case 'in': return (second as unknown[]).includes(first)
    default: return Array.isArray(first) ? [...first as unknown[], ...second as unknown[]] : `${String(first)}${String(second)}`
  }
}

function call(name: string, args: readonly CelNode[], names: Names): unknown {
  const [first] = args
  if (first === undefined) throw new Error(`${name} without an argument`)
  switch (name) {
    case 'has': return first.is === 'select' && optional(valueOf(first.of, names), String(valueOf(first.key, names))).isPresent
    case 'string': return String(valueOf(first, names))
    case 'quantity': return Quantity.parse(String(valueOf(first, names)))
    default: throw new Error(`undeclared reference to '${name}'`)
  }
}

function callOn(of: CelNode, name: string, args: readonly CelNode[], names: Names): unknown {
  const [first, second] = args
  if (of.is === 'name' && of.name === 'optional') return name === 'none' ? none : new Optional(first && valueOf(first, names))
  const target = valueOf(of, names)
  const inner = (value: unknown): unknown => first?.is === 'name' && second !== undefined ? valueOf(second, {...names, [first.name]: value}) : undefined
  const argument = (): unknown => first && valueOf(first, names)
  if (target instanceof Optional) {
    if (name === 'hasValue') return target.isPresent
    if (name === 'orValue') return target.isPresent ? target.value : argument()
    if (name === 'optMap') return target.isPresent ? new Optional(inner(target.value)) : none
  }
  if (Array.isArray(target) && name === 'exists') return target.some((item) => truth(inner(item)))
  if (Array.isArray(target) && name === 'all') return target.every((item) => truth(inner(item)))
  if (target instanceof Quantity && name === 'isGreaterThan') return target.compare(argument() as Quantity) > 0
  if (target instanceof Quantity && name === 'compareTo') return target.compare(argument() as Quantity)
  throw new Error(`no such overload: ${name}`)
}

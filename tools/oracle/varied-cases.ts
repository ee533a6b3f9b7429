import {isObject} from '../../src/machinery/go/json-value.js'
import type {Random} from '../../test/fuzz/random.js'
import type {Case, CaseRequest, KubeJson, Recording} from './case.js'
import {sortedJson} from './sorted-json.js'

type Steps = readonly (string | number)[]

/** A part of an object, and the steps that lead to it. */
interface Part {
  readonly steps: Steps
  readonly value: unknown
}

const partsIn = (value: unknown, steps: Steps = []): Part[] => {
  const items: (readonly [string | number, unknown])[] = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []
  return items.flatMap(([step, item]) => [{steps: [...steps, step], value: item}, ...partsIn(item, [...steps, step])])
}

/** The parts that name an object stay: the recorder finds it by them. */
const isFixed = ({steps: [first, second]}: Part): boolean => first === 'apiVersion' || first === 'kind'
  || (first === 'metadata' && (second === undefined || ['name', 'namespace', 'resourceVersion', 'uid'].includes(String(second))))

const varyingParts = (object: unknown): Part[] => partsIn(object).filter((part) => !isFixed(part))

/** The same text for the same place in any item of a list. */
const pathOf = (steps: Steps): string => JSON.stringify(steps.map((step) => typeof step === 'number' ? '*' : step))

/** A value with another part; without the part if it becomes undefined. */
function withPart(value: unknown, [step, ...rest]: Steps, change: (part: unknown) => unknown): unknown {
  if (step === undefined) return change(value)
  if (Array.isArray(value)) {
    const part = withPart(value[Number(step)], rest, change)
    return value.toSpliced(Number(step), 1, ...part === undefined ? [] : [part])
  }
  const entries = Object.entries(isObject(value) ? value : {})
  const others = entries.filter(([key]) => key !== step)
  const part = withPart(entries.find(([key]) => key === step)?.[1], rest, change)
  return Object.fromEntries(part === undefined ? others : [...others, [step, part]])
}

/** A value with another last step, such as a key of a map. */
function withKey(value: unknown, steps: Steps, to: string): unknown {
  const key = steps.at(-1)
  return withPart(value, steps.slice(0, -1), (map) =>
    isObject(map) ? Object.fromEntries(Object.entries(map).map(([each, item]) => [each === key ? to : each, item])) : map)
}

/** A value with an item of a list twice. */
const withItemTwice = (value: unknown, steps: Steps, item: unknown): unknown =>
  withPart(value, steps.slice(0, -1), (list) => Array.isArray(list) ? [...list as unknown[], item] : list)

/** Texts almost the same as one. */
const nearText = (text: string): readonly string[] =>
  ['', `${text}-`, `${text}.`, `-${text}`, `${text} `, `${text}/${text}`, `a.b/${text}`, text.toUpperCase(), text + text, text.slice(0, -1), text.slice(1)]

/** Values near a scalar: at the bounds of numbers, and texts that are almost the same. */
const near = (value: unknown): readonly unknown[] => typeof value === 'number' ? [0, 1, -1, value + 1, value - 1, 2 ** 31 - 1, 2 ** 31, 1.5]
  : typeof value === 'string' ? [...nearText(value), 'a'.repeat(64)]
    : typeof value === 'boolean' ? [!value] : [value]

/** Values in place of any other: of other types, and texts at the bounds of amounts, names, paths and addresses. */
const unlike: readonly unknown[] = [
  null, 0, 1, -1, true, '', 'a', [], {}, [null], ['a'], [{}], {a: 'b'}, 'true', '1',
  ...['0', '-1', '1.5', '1e3', '1Ki', '100m', '1n', '0.1m', '1E', '+1', '.5', '1.', '9223372036854775807', '9223372036854775808', '1 Gi', '1gi', 'Infinity'],
  ...[63, 64, 253, 254].map((length) => 'a'.repeat(length)),
  ...['A', 'a_b', 'a.b', 'a..b', '-a', 'a-', 'a/b', 'a/b/c', '*', '..', '/a', '/a/../b', 'a b', 'é', 'a=b', 'a,b', 'a:b', '80', '65536'],
  ...['10.0.0.1', '10.0.0.0/8', '10.0.0.1/8', '010.0.0.1', '::1', 'fd00::/64', '::ffff:10.0.0.1', '256.0.0.1', 'kubernetes.io/a', 'example.com/a', 'requests.cpu', 'node.kubernetes.io/not-ready'],
  ...['In', 'Exists', 'Equal', 'NoSchedule', 'Always', 'Never', 'TCP', 'UDP', '50%', '0%', '101%', '-1%', '2026-01-02T03:04:05Z', '2026-01-02'],
]

/**
 * Random cases made of recorded ones: parts of their objects are removed, added, renamed, repeated, of another type, or taken from other recorded objects of the kind. Most requests are
 * well-formed and new, so that they find what no recording asks.
 */
export class VariedCases {
  /** The recorded values by kind and path. */
  private readonly recorded = new Map<string, Map<string, unknown[]>>()
  private readonly usable: readonly Recording[]

  constructor(cases: readonly Recording[], private readonly random: Random) {
    this.usable = cases.filter(({requests}) => !dependsOnServer.test(JSON.stringify(requests)))
    for (const {object} of this.usable.flatMap(({requests}) => requests)) {
      for (const {steps, value} of varyingParts(object)) this.addValue(object, pathOf(steps), value)
    }
  }

  /** The next case; it depends only on the recordings, the seed, and the number of cases before. */
  next(id: string): Case {
    const {requests, responses} = this.random.pick(this.usable)
    const [only] = requests
    const isUpdated = requests.length === 1 && responses[0]?.code === 201 && only?.object.metadata.name !== undefined && this.random.chance(0.4)
    // Most values of other types are rejected before anything else is read.
    const isHarsh = this.random.chance(0.4)
    const varied: CaseRequest[] = isUpdated ? [only, {verb: 'update', object: only.object}] : [...requests]
    for (let count = this.random.few(6); count > 0; count--) {
      const index = isUpdated ? 1 : this.random.below(varied.length)
      const request = varied[index]
      if (request !== undefined && (request.verb === 'create' || request.verb === 'update')) varied[index] = {...request, object: this.varied(request.object, isHarsh)}
    }
    // kubectl sends keys in this order, which decides which of several invalid amounts the server reports.
    return {id, whole: true, requests: JSON.parse(sortedJson(varied)) as CaseRequest[]}
  }

  private varied(object: KubeJson, isHarsh: boolean): KubeJson {
    const parts = varyingParts(object)
    if (parts.length === 0) return object
    const {steps, value} = this.random.pick(parts)
    const change = (to: unknown, at = steps): KubeJson => withPart(object, at, () => to) as KubeJson
    const isKey = typeof steps.at(-1) === 'string'
    switch (this.random.below(isHarsh ? 8 : 4)) {
      case 0: return change(undefined)
      case 1: return change(this.random.pick(near(value)))
      case 4: case 5: return change(this.random.pick(unlike))
      case 6: return (isKey ? withKey(object, steps, this.random.pick(nearText(String(steps.at(-1))))) : withItemTwice(object, steps, value)) as KubeJson
      case 7: return change(this.random.pick(this.valuesOf(object, this.random.pick([...this.recorded.get(kindOf(object))?.keys() ?? []]))))
      case 2: return change(this.random.pick([...this.valuesOf(object, pathOf(steps)), ...near(value)]))
      default: {
        const field = this.siblingOf(object, steps)
        return field === undefined ? object : change(this.random.pick(this.valuesOf(object, pathOf(field))), field)
      }
    }
  }

  /** A path of a recorded part with the parent of another part. */
  private siblingOf(object: KubeJson, steps: Steps): Steps | undefined {
    const parent = steps.slice(0, -1)
    const prefix = `${pathOf(parent).slice(0, -1)}${parent.length === 0 ? '' : ','}`
    const paths = [...this.recorded.get(kindOf(object))?.keys() ?? []].filter((path) => path.startsWith(prefix))
      .map((path) => JSON.parse(path) as string[]).filter((path) => path.length === steps.length && path.at(-1) !== '*')
    return paths.length === 0 ? undefined : [...parent, this.random.pick(paths).at(-1) ?? '']
  }

  private valuesOf(object: KubeJson, path: string): readonly unknown[] {
    return this.recorded.get(kindOf(object))?.get(path) ?? []
  }

  private addValue(object: KubeJson, path: string, value: unknown): void {
    const ofKind = this.recorded.get(kindOf(object)) ?? new Map<string, unknown[]>()
    this.recorded.set(kindOf(object), ofKind)
    const values = ofKind.get(path)
    if (values === undefined) ofKind.set(path, [value])
    else values.push(value)
  }
}

/**
 * Fields whose answers differ between runs or servers: uids, RuntimeClasses (kadm assumes that they exist if none is declared), a default PriorityClass, which
 * changes the pods of other cases, and addresses and ports, whose ranges are flags of the server.
 */
const dependsOnServer = /UID|runtimeClassName|globalDefault|"clusterIPs?"|"nodePort"|healthCheckNodePort/

const kindOf = ({apiVersion, kind}: KubeJson): string => `${apiVersion}/${kind}`

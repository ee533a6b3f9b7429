import {compareText} from '../../machinery/go/text.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'

/** The measured usage of a container of a pod at one time. */
export interface UsageSample {
  readonly namespace: string
  readonly pod: string
  readonly container: string
  readonly cpu: Quantity
  readonly memory: Quantity
}

/** A workload, or a pod without one. */
export interface UsageSubject {
  readonly namespace: string
  readonly kind: string
  readonly name: string
}

/** The measured usage of a container of all pods of a workload. */
export interface ContainerUsage {
  /** The number of measurements. */
  readonly samples: number
  /** The number of different pods. */
  readonly pods: number
  readonly cpu: Measured
  readonly memory: Measured
}

/** Measurements of one resource, in ascending order. */
export type Measured = readonly Quantity[]

/** The characters of random suffixes (apimachinery `rand.SafeEncodeString`). */
const safe = '[bcdfghjklmnpqrstvwxz2456789]'

/** The names of pods that controllers create: the name of the workload, and a suffix. */
const patterns: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['Pod', /^(.+)$/],
  ['Deployment', new RegExp(`^(.+)-${safe}{1,10}-${safe}{5}$`)],
  ['CronJob', new RegExp(`^(.+)-\\d+-${safe}{5}$`)],
  ['Job', new RegExp(`^(.+)-${safe}{5}$`)],
  // The pods of an indexed Job have their index in the name.
  ['Job', new RegExp(`^(.+)-\\d+-${safe}{5}$`)],
  ['StatefulSet', /^(.+)-\d+$/],
  ...['DaemonSet', 'ReplicaSet', 'ReplicationController'].map((kind) => [kind, new RegExp(`^(.+)-${safe}{5}$`)] as const),
]

/** The bytes that a server keeps of the name before its random suffix (apiserver `SimpleNameGenerator`). */
const keptLength = 58

const cutPattern = new RegExp(`^(.{${keptLength}})${safe}{5}$`)

/** The rests of pod names behind the name of a workload, as far as they are kept. */
const remainders: Readonly<Record<string, RegExp>> = {
  Deployment: new RegExp(`^(?:-(?:${safe}{1,10}-?)?)?$`), CronJob: /^(?:-(?:\d+-?)?)?$/,
  ...Object.fromEntries(['Job', 'DaemonSet', 'ReplicaSet', 'ReplicationController'].map((kind) => [kind, /^-?$/])),
}

/** True if the name of a workload's pods can be cut to this one. */
const isCutFrom = (kept: string, {kind, name}: UsageSubject): boolean =>
  kept.startsWith(name.slice(0, keptLength)) && remainders[kind]?.test(kept.slice(name.length)) === true

/** The start of a name that may have lost its end; undefined for a shorter name. */
const keptOf = (pod: string): string | undefined => cutPattern.exec(pod)?.[1]

const keyOf = ({kind, namespace, name}: UsageSubject, container = ''): string => JSON.stringify([kind, namespace, name, container])

const placedPod = ({namespace, pod}: UsageSample): string => `${namespace}/${pod}`

const isOfCutName = ({namespace, pod}: UsageSample, subject: UsageSubject): boolean => namespace === subject.namespace && isCutFrom(keptOf(pod) ?? '', subject)

/** The measured usage of containers. Pods are assigned to workloads by their names. */
export class Usage {
  private readonly byContainer = new Map<string, UsageSample[]>()
  private readonly keysByPod = new Map<string, readonly string[]>()
  /** Samples of pods with cut names, if the workloads are unknown. */
  private readonly cut: UsageSample[] = []

  /** @param subjects all workloads, if they are known: a pod is assigned to the one with the longest name */
  constructor(private readonly samples: readonly UsageSample[], subjects?: readonly UsageSubject[]) {
    const known = subjects && new Map(subjects.map((subject) => [keyOf(subject), subject]))
    for (const sample of samples) this.add(sample, known)
  }

  /** The same usage, where each pod is assigned to the workload with the longest name: `migrate-2-zx2k4` to Job migrate-2, and not to migrate. */
  among(subjects: readonly UsageSubject[]): Usage {
    return new Usage(this.samples, subjects)
  }

  /** The usage of a container of a workload's pods; undefined if it was not measured. */
  of(subject: UsageSubject, container: string): ContainerUsage | undefined {
    const cut = this.cut.filter((sample) => sample.container === container && isOfCutName(sample, subject))
    const samples = [...new Set([...this.byContainer.get(keyOf(subject, container)) ?? [], ...cut])]
    if (samples.length === 0) return undefined
    const sorted = (resource: 'cpu' | 'memory'): Measured => samples.map((sample) => sample[resource]).sort((a, b) => a.compare(b))
    return {samples: samples.length, pods: new Set(samples.map(({pod}) => pod)).size, cpu: sorted('cpu'), memory: sorted('memory')}
  }

  /** The measured pods that belong to none of these workloads, sorted. */
  podsOutside(subjects: readonly UsageSubject[]): string[] {
    const known = new Set(subjects.map((subject) => keyOf(subject)))
    const cut = new Set(this.cut.filter((sample) => subjects.some((subject) => isOfCutName(sample, subject))).map(placedPod))
    return [...this.keysByPod].filter(([pod, keys]) => !cut.has(pod) && !keys.some((key) => known.has(key))).map(([pod]) => pod).sort(compareText)
  }

  private add(sample: UsageSample, known: ReadonlyMap<string, UsageSubject> | undefined): void {
    const subjects = known === undefined ? namedBy(sample) : longestOf([
      ...namedBy(sample).filter((subject) => known.has(keyOf(subject))),
      ...keptOf(sample.pod) === undefined ? [] : [...known.values()].filter((subject) => isOfCutName(sample, subject)),
    ])
    if (known === undefined && keptOf(sample.pod) !== undefined) this.cut.push(sample)
    this.keysByPod.set(placedPod(sample), subjects.map((subject) => keyOf(subject)))
    for (const key of new Set(subjects.map((subject) => keyOf(subject, sample.container)))) {
      const samples = this.byContainer.get(key)
      if (samples === undefined) this.byContainer.set(key, [sample])
      else samples.push(sample)
    }
  }
}

/** The workloads whose pods can have the name of a pod. */
const namedBy = ({namespace, pod}: UsageSample): UsageSubject[] => patterns.flatMap(([kind, pattern]) => {
  const [, name] = pattern.exec(pod) ?? []
  return name === undefined ? [] : [{kind, namespace, name}]
})

/** The subjects with the longest name. */
const longestOf = (subjects: readonly UsageSubject[]): UsageSubject[] => {
  const length = subjects.reduce((longest, {name}) => Math.max(longest, name.length), 0)
  return subjects.filter(({name}) => name.length === length)
}

/** The nearest-rank percentile of measurements: the smallest one that this share of them does not exceed. */
export function percentile(measured: Measured, share: number): Quantity | undefined {
  return measured[Math.max(Math.ceil(measured.length * share / 100) - 1, 0)]
}

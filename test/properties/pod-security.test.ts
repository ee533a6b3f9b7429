import {expect} from 'chai'
import * as fc from 'fast-check'

import {failedChecks, newestMinor} from '../../src/admission/plugins/pod-security/evaluate.js'
import type {Level} from '../../src/admission/plugins/pod-security/policy.js'
import type {PodSpec} from '../../src/machinery/api/core-v1.js'
import {upstreamChecks} from '../admission/plugins/pod-security/upstream-versions.js'

const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, {nil: undefined})

/** Removes absent fields. */
const compact = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T

const profile = fc.constantFrom({type: 'RuntimeDefault'}, {type: 'RuntimeDefault'}, {type: 'Localhost'}, {type: 'Unconfined'})

/** Present in one case of twelve: a pod of many violations says little about each check. */
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({weight: 11, arbitrary: fc.constant(undefined)}, {weight: 1, arbitrary: value})

const common = {
  runAsNonRoot: sometimes(fc.boolean()),
  runAsUser: sometimes(fc.constantFrom(0, 1)),
  seccompProfile: sometimes(profile),
  appArmorProfile: rarely(profile),
  seLinuxOptions: rarely(fc.constantFrom({type: 'container_t'}, {type: 'container_engine_t'}, {type: 'spc_t'}, {user: 'u'})),
  windowsOptions: rarely(fc.constantFrom({}, {hostProcess: true})),
}

const containerContext = fc.record({
  ...common,
  allowPrivilegeEscalation: fc.constantFrom(false, false, false, true),
  capabilities: sometimes(fc.constantFrom({drop: ['ALL']}, {drop: ['ALL'], add: ['NET_BIND_SERVICE']}, {drop: ['ALL'], add: ['CHOWN']}, {drop: ['ALL']}, {drop: ['ALL']}, {add: ['SYS_ADMIN']})),
  privileged: rarely(fc.constant(true)),
  procMount: rarely(fc.constantFrom('Default', 'Unmasked')),
}).map(compact)

const container = (name: string): fc.Arbitrary<object> => fc.record({
  name: fc.constant(name),
  securityContext: containerContext,
  ports: rarely(fc.constantFrom([{containerPort: 80}], [{containerPort: 80, hostPort: 80}])),
  readinessProbe: rarely(fc.constantFrom({httpGet: {port: 80}}, {httpGet: {host: 'h', port: 80}})),
}).map(compact)

const podContext = fc.record({
  ...common,
  sysctls: rarely(fc.constantFrom('kernel.shm_rmid_forced', 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_notsent_lowat', 'kernel.msgmax').map((name) => [{name, value: '1'}])),
}).map(compact)

const anySpec = fc.record({
  containers: fc.tuple(container('a'), container('b')).map(([a, b]) => [a, b]),
  initContainers: sometimes(container('c').map((one) => [one])),
  securityContext: sometimes(podContext),
  volumes: rarely(fc.constantFrom([{name: 'v', emptyDir: {}}], [{name: 'v', hostPath: {path: '/'}}], [{name: 'v', nfs: {}}])),
  hostNetwork: rarely(fc.constant(true)),
  hostUsers: sometimes(fc.boolean()),
  os: rarely(fc.constantFrom({name: 'linux'}, {name: 'windows'})),
}).map((spec) => asValid(compact(spec) as PodSpec))

/** Validation rejects Windows pods with fields of Linux; restricted then checks fewer fields than baseline. */
function asValid(spec: PodSpec): PodSpec {
  if (spec.os?.name !== 'windows') return spec
  const without = <T extends object>(context: T | undefined): T =>
    compact({...context, allowPrivilegeEscalation: undefined, capabilities: undefined, seccompProfile: undefined} as T)
  const each = (all: PodSpec['containers'] = []): NonNullable<PodSpec['containers']> => all.map((one) => ({...one, securityContext: without(one.securityContext)}))
  return {...spec, securityContext: without(spec.securityContext), containers: each(spec.containers), initContainers: each(spec.initContainers)}
}

const minor = fc.integer({min: 0, max: newestMinor + 3})

const failed = (spec: PodSpec, level: Level, of: number): string[] => failedChecks({level, version: `v1.${of}`}, spec, {}, newestMinor).map(({id}) => id)

/** The versions in which upstream's checks of a level changed. */
const changesOf = (level: Level): ReadonlySet<number> =>
  new Set(Object.values(upstreamChecks).filter((check) => level === 'restricted' || check.level === level).flatMap(({since}) => since))

describe('the levels of Pod Security', () => {
  it('allow fewer pods the stricter they are, in every version', () => {
    let rejected = 0
    fc.assert(fc.property(anySpec, minor, (spec, of) => {
      const [baseline, restricted] = [failed(spec, 'baseline', of), failed(spec, 'restricted', of)]
      expect(failed(spec, 'privileged', of)).to.deep.equal([])
      if (baseline.length > 0) {
        rejected++
        expect(restricted).not.to.deep.equal([])
      }
    }), {numRuns: 3000, seed: 1})
    expect(rejected).to.be.within(1000, 2900)
  })

  it('decide the same in two versions between which no check of upstream changed', () => {
    fc.assert(fc.property(anySpec, minor, fc.constantFrom<Level>('baseline', 'restricted'), (spec, of, level) => {
      if (!changesOf(level).has(of + 1)) expect(failed(spec, level, of + 1)).to.deep.equal(failed(spec, level, of))
    }), {numRuns: 3000, seed: 2})
  })

  it('differ from the next version only in checks that changed in it, or that these replace', () => {
    const changedIn = (of: number): Set<string> => new Set(Object.entries(upstreamChecks).filter(([, {since}]) => since.includes(of))
      .flatMap(([id, {overrides = id}]) => [id, overrides]))
    fc.assert(fc.property(anySpec, minor, fc.constantFrom<Level>('baseline', 'restricted'), (spec, of, level) => {
      const [before, after] = [failed(spec, level, of), failed(spec, level, of + 1)]
      const different = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))]
      expect(different.filter((id) => !changedIn(of + 1).has(id))).to.deep.equal([])
    }), {numRuns: 3000, seed: 3})
  })
})

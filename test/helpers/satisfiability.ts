import {allowedAmounts, type AllowedAmounts, isConflict} from '../../src/admission/plugins/limit-ranger/checks/allowed-amounts.js'
import {byResource} from '../../src/admission/plugins/limit-ranger/checks/statements.js'
import {decodeObject} from '../../src/cluster/codec.js'
import {identify, objectInNamespace} from '../../src/cluster/target.js'
import {lint} from '../../src/lint/lint-all.js'
import type {LimitRange} from '../../src/machinery/api/core-v1.js'
import {SourceFile} from '../../src/source/source-file.js'
import type {Body} from './builders.js'

/** Messages of LimitRanges that no pod or no claim can meet. */
export function contradictionsIn(policies: readonly Body[], what: 'pod' | 'claim'): string[] {
  const text = JSON.stringify({apiVersion: 'v1', kind: 'List', items: policies})
  return lint([new SourceFile('limits.json', text)]).diagnostics.filter(({ruleId, message}) => ruleId === 'limit-range/contradiction' && message.startsWith(`no ${what} `))
    .map(({message}) => message)
}

/** LimitRanges as the engine stores them. */
export const limitRangesOf = (policies: readonly Body[]): LimitRange[] => policies.map((policy) => {
  const info = identify(policy)
  if ('code' in info) throw new Error(info.message)
  return objectInNamespace(info, decodeObject(info, policy), 'dev', {operation: 'CREATE', object: {}}).object
})

/** Resources of a pod that meets LimitRanges: equal requests and limits of each container, and of the pod. */
export interface Witness {
  readonly containers: readonly Readonly<Record<string, string>>[]
  readonly whole: Readonly<Record<string, string>>
}

/** A pod that requests exactly the amounts that the rule finds. */
export function witnessFor(policies: readonly Body[]): Witness {
  const rooms = byResource(limitRangesOf(policies)).flatMap((all) => allowedAmounts(all) ?? []).filter((room): room is AllowedAmounts => !isConflict(room))
  const count = Number(rooms.reduce((maximum, {containers: {fewest}}) => fewest > maximum ? fewest : maximum, 1n))
  const shares = rooms.map((room) => ({name: room.name, ...share(room, BigInt(count))}))
  return {
    containers: Array.from({length: count}, (_, i) => Object.fromEntries(shares.map(({name, parts}) => [name, `${parts[i] ?? 0n}m`]))),
    whole: Object.fromEntries(shares.flatMap(({name, whole}) => whole === undefined ? [] : [[name, `${whole}m`]])),
  }
}

/** The parts of some containers that add up to the least that a pod must have. Where they cannot, the pod states the amount as a whole. */
function share({container, pod}: AllowedAmounts, count: bigint): {readonly parts: readonly bigint[], readonly whole?: bigint} {
  const parts = Array<bigint>(Number(count)).fill(container.minimum.amount)
  let missing = pod.minimum.amount - count * container.minimum.amount
  for (const i of parts.keys()) {
    if (missing <= 0n) break
    const room = container.maximum === undefined ? missing : container.maximum.amount - container.minimum.amount
    const more = room < missing ? room : missing
    parts[i] = (parts[i] ?? 0n) + more
    missing -= more
  }
  return missing > 0n ? {parts: parts.map(() => container.minimum.amount), whole: pod.minimum.amount} : {parts}
}

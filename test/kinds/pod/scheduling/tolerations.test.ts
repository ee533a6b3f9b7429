import {expect} from 'chai'
import fc from 'fast-check'

import {areAllowed, mergeTolerations} from '../../../../src/kinds/pod/scheduling/tolerations.js'
import type {Toleration} from '../../../../src/machinery/api/core-v1.js'

const a: Toleration = {key: 'a', operator: 'Exists'}

const b: Toleration = {key: 'b', operator: 'Equal', value: 'x'}

describe('mergeTolerations', () => {
  const cases: Readonly<Record<string, readonly [all: readonly Toleration[], merged: readonly Toleration[]]>> = {
    'keeps the first of equal ones': [[a, b, a], [a, b]],
    'keeps one without key, which covers all': [[b, {operator: 'Exists'}, a], [{operator: 'Exists'}]],
    'keeps one without effect': [[{...a, effect: 'NoSchedule'}, a], [a]],
    'keeps a longer time': [[{...a, effect: 'NoExecute', tolerationSeconds: 5}, {...a, effect: 'NoExecute', tolerationSeconds: 9}], [{...a, effect: 'NoExecute', tolerationSeconds: 9}]],
    'keeps no limit of time': [[{...a, effect: 'NoExecute', tolerationSeconds: 5}, {...a, effect: 'NoExecute'}], [{...a, effect: 'NoExecute'}]],
    'keeps a time of zero in favour of none': [[{...a, tolerationSeconds: 0}, a], [a]],
    'keeps different values': [[b, {...b, value: 'y'}], [b, {...b, value: 'y'}]],
    'keeps the last of equal ones that others between them cover': [[{...a, tolerationSeconds: 1}, b, {...a, tolerationSeconds: 2}, {...a, tolerationSeconds: 1}], [b, {...a, tolerationSeconds: 1}]],
    'takes no operator for Equal in the wider one only': [[{key: 'b', value: 'x'}, {key: 'b', operator: 'Equal', value: 'x'}], [{key: 'b', value: 'x'}]],
    'keeps unknown operators': [[{key: 'b', operator: 'Gt', value: '1'}, {key: 'b', operator: 'Equal', value: '1'}], [{key: 'b', operator: 'Gt', value: '1'}, {key: 'b', operator: 'Equal', value: '1'}]],
  }
  for (const [title, [all, merged]] of Object.entries(cases)) it(title, () => expect(mergeTolerations(all)).to.deep.equal(merged))

  it('keeps what a comparison of each with each keeps', () => {
    const text = fc.constantFrom('', 'a', 'b')
    const one = fc.record({
      key: text, operator: fc.constantFrom('', 'Equal', 'Exists', 'Gt'), value: text, effect: fc.constantFrom('', 'NoSchedule', 'NoExecute'),
      tolerationSeconds: fc.constantFrom(-1, 0, 2, 2n ** 60n),
    }, {requiredKeys: []})
    fc.assert(fc.property(fc.array(one, {maxLength: 8}), (all) => {
      expect(mergeTolerations(all)).to.deep.equal(mergedAsUpstream(all))
    }), {numRuns: 500})
  })

  it('compares no toleration with each other one', () => {
    let reads = 0
    const all = Array.from({length: 2000}, (_, i): Toleration => ({get key() { reads++; return `k${i}` }, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: i}))
    expect(mergeTolerations(all)).to.have.length(2000)
    expect(reads).to.be.below(50 * 2000)
  })
})

const isEqual = (a: Toleration, b: Toleration): boolean => {
  const fields = ['key', 'operator', 'value', 'effect'] as const
  return fields.every((field) => (a[field] ?? '') === (b[field] ?? '')) && a.tolerationSeconds === b.tolerationSeconds
}

/** pkg/util/tolerations `isSuperset`. */
function isSuperset(wide: Toleration, narrow: Toleration): boolean {
  if (isEqual(wide, narrow)) return true
  const {key = '', operator = '', value = '', effect = '', tolerationSeconds} = wide
  if ((narrow.key ?? '') !== key && (key !== '' || operator !== 'Exists')) return false
  if ((narrow.effect ?? '') !== effect && effect !== '') return false
  if (effect === 'NoExecute' && tolerationSeconds !== undefined && (narrow.tolerationSeconds ?? Infinity) > tolerationSeconds) return false
  return operator === 'Exists' || ((operator === 'Equal' || operator === '') && narrow.operator === 'Equal' && (narrow.value ?? '') === value)
}

/** pkg/util/tolerations `MergeTolerations`. */
function mergedAsUpstream(all: readonly Toleration[]): Toleration[] {
  const merged: Toleration[] = []
  for (const [i, toleration] of all.entries()) {
    const isRedundant = merged.some((kept) => isSuperset(kept, toleration))
      || all.slice(i + 1).some((later) => !isEqual(later, toleration) && isSuperset(later, toleration))
    if (!isRedundant) merged.push(toleration)
  }
  return merged
}

describe('areAllowed', () => {
  const cases: Readonly<Record<string, readonly [tolerations: readonly Toleration[], whitelist: readonly Toleration[], allowed: boolean]>> = {
    'equal ones': [[b, a], [a, b], true],
    'no tolerations': [[], [a], true],
    'one that no entry covers': [[a, b], [a], false],
    'a shorter time': [[{...a, effect: 'NoExecute', tolerationSeconds: 5}], [{...a, effect: 'NoExecute', tolerationSeconds: 6}], true],
    'a longer time': [[{...a, effect: 'NoExecute', tolerationSeconds: 7}], [{...a, effect: 'NoExecute', tolerationSeconds: 6}], false],
    'a time that is not NoExecute': [[{...a, tolerationSeconds: 7}], [{...a, tolerationSeconds: 6}], true],
    'another effect': [[{...a, effect: 'NoExecute'}], [{...a, effect: 'NoSchedule'}], false],
    'an entry without key that is not Exists': [[b], [{operator: 'Equal', value: 'x'}], false],
  }
  for (const [title, [tolerations, whitelist, allowed]] of Object.entries(cases)) it(title, () => expect(areAllowed(tolerations, whitelist)).to.equal(allowed))
})

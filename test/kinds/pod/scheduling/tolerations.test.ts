import {expect} from 'chai'

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
    'takes no operator for Equal in the wider one only': [[{key: 'b', value: 'x'}, {key: 'b', operator: 'Equal', value: 'x'}], [{key: 'b', value: 'x'}]],
    'keeps unknown operators': [[{key: 'b', operator: 'Gt', value: '1'}, {key: 'b', operator: 'Equal', value: '1'}], [{key: 'b', operator: 'Gt', value: '1'}, {key: 'b', operator: 'Equal', value: '1'}]],
  }
  for (const [title, [all, merged]] of Object.entries(cases)) it(title, () => expect(mergeTolerations(all)).to.deep.equal(merged))
})

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

import {expect} from 'chai'

import type {JsonObject} from '../../src/machinery/decode/encode.js'
import type {ThreeWay} from '../../src/machinery/patch/json-merge.js'
import {patched, threeWayPatch} from '../../src/machinery/patch/three-way.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

/** Result of Kubernetes' code for the last applied, the new and the stored object. */
interface Vector extends ThreeWay {
  readonly id: string
  readonly patch?: JsonObject
  readonly result?: JsonObject
  readonly error?: string
}

const vectors = readVectors<Vector>('strategic-merge')

function answer(given: ThreeWay): Pick<Vector, 'patch' | 'result' | 'error'> {
  let patch: JsonObject | undefined
  try {
    patch = threeWayPatch(given)
    return {patch, result: patched(given.current, patch)}
  } catch (error) {
    return {...patch && {patch}, error: (error as Error).message}
  }
}

describe('recorded answers: strategic-merge', () => {
  it('contain all cases', () => {
    expect([vectors.length, vectors.filter(({error}) => error !== undefined).length]).to.deep.equal([188, 20])
  })

  for (const {id, original, modified, current, ...recorded} of vectors.filter(isReplayed)) {
    it(id, () => {
      expect(answer({original, modified, current})).to.deep.equal(recorded)
    })
  }
})

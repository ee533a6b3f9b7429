import {expect} from 'chai'

import {openApiKind} from '../../src/manifests/value-kind.js'
import type {JsonValue} from '../../src/source/json-value.js'

const cases: [value: Exclude<JsonValue, null>, openApi: string][] = [
  [[], 'array'], [{}, 'map'], ['', 'string'], [false, 'boolean'], [0, 'integer'], [9007199254740993n, 'integer'], [1.5, 'number'], [1e19, 'number'],
]

describe('openApiKind', () => {
  for (const [value, openApi] of cases) {
    it(`returns "${openApi}" for ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`, () => {
      expect(openApiKind(value)).to.equal(openApi)
    })
  }
})

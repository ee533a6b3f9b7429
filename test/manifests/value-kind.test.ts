import {expect} from 'chai'

import {goKind, openApiKind} from '../../src/manifests/value-kind.js'
import type {JsonValue} from '../../src/source/json-value.js'

const cases: [value: Exclude<JsonValue, null>, go: string, openApi: string][] = [
  [[], 'array', 'array'], [{}, 'object', 'map'], ['', 'string', 'string'], [false, 'bool', 'boolean'],
  [0, 'number', 'integer'], [9007199254740993n, 'number', 'integer'], [1.5, 'number', 'number'], [1e19, 'number', 'number'],
]

describe('goKind and openApiKind', () => {
  for (const [value, go, openApi] of cases) {
    it(`call ${typeof value === 'object' ? JSON.stringify(value) : String(value)} ${go} and ${openApi}`, () => {
      expect([goKind(value), openApiKind(value)]).to.deep.equal([go, openApi])
    })
  }
})

import {expect} from 'chai'
import {claimNames, validateClaimNames} from '../../../../src/kinds/pod/resources/resource-claims.js'
import {FieldPath} from '../../../../src/machinery/field/path.js'
import {dns1123Label} from '../../../../src/machinery/meta/names.js'

type Claims = Parameters<typeof validateClaimNames>[0]

const declared = new Set(['a', 'b'])

const errorsOf = (claims: Claims, names: ReadonlySet<string> = declared): string[] => validateClaimNames(claims, names, FieldPath.of('claims')).map(String)

describe('validateClaimNames', () => {
  const accept: Record<string, Claims> = {
    'no claims': [],
    'whole claims': [{name: 'a'}, {name: 'b'}],
    'requests of a claim': [{name: 'a', request: 'x'}, {name: 'a', request: 'y'}],
    'the same request of different claims': [{name: 'a', request: 'x'}, {name: 'b', request: 'x'}],
  }

  for (const [title, claims] of Object.entries(accept)) {
    it(`accepts ${title}`, () => expect(errorsOf(claims)).to.deep.equal([]))
  }

  const reject: Record<string, [claims: Claims, ...errors: string[]]> = {
    'no name': [[{}], 'claims[0]: Required value'],
    'two claims without a name': [[{name: ''}, {}], 'claims[0]: Required value', 'claims[1]: Required value'],
    'an unknown name': [[{name: 'c'}], 'claims[0]: Not found: "c": must be one of the names in pod.spec.resourceClaims: a, b'],
    'a duplicate claim': [[{name: 'a'}, {name: 'a'}], 'claims[1]: Duplicate value: "a"'],
    'a request of a claim that is used as a whole': [[{name: 'a'}, {name: 'a', request: 'x'}], 'claims[1]: Duplicate value: "a"'],
    'a duplicate request': [[{name: 'a', request: 'x'}, {name: 'a', request: 'x'}], 'claims[1]: Duplicate value: "a/x"'],
    'a whole claim after requests of it': [
      [{name: 'a', request: 'x'}, {name: 'b', request: 'x'}, {name: 'a', request: 'y'}, {name: 'a'}], 'claims[3]: Duplicate value: "a"', 'claims[3]: Duplicate value: "a"',
    ],
    'a request that is not a DNS label': [[{name: 'a', request: 'X.'}], ...dns1123Label('X.').map((error) => `claims[0].request: Invalid value: "X.": ${error}`)],
    'a duplicate invalid request of an unknown claim': [
      [{name: 'c', request: 'X'}, {name: 'c', request: 'X'}],
      ...dns1123Label('X').map((error) => `claims[0].request: Invalid value: "X": ${error}`),
      'claims[0]: Not found: "c": must be one of the names in pod.spec.resourceClaims: a, b',
      ...dns1123Label('X').map((error) => `claims[1].request: Invalid value: "X": ${error}`),
      'claims[1]: Duplicate value: "c/X"',
      'claims[1]: Not found: "c": must be one of the names in pod.spec.resourceClaims: a, b',
    ],
    'a duplicate unknown claim': [
      [{name: 'c'}, {name: 'c'}], 'claims[0]: Not found: "c": must be one of the names in pod.spec.resourceClaims: a, b', 'claims[1]: Duplicate value: "c"',
      'claims[1]: Not found: "c": must be one of the names in pod.spec.resourceClaims: a, b',
    ],
  }

  for (const [title, [claims, ...errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(errorsOf(claims)).to.deep.equal(errors))
  }

  it('lists the declared names in byte order', () => {
    expect(errorsOf([{name: 'x'}], new Set(['b', 'B', 'a']))).to.deep.equal(['claims[0]: Not found: "x": must be one of the names in pod.spec.resourceClaims: B, a, b'])
    expect(errorsOf([{name: 'x'}], new Set())).to.deep.equal(['claims[0]: Not found: "x": must be one of the names in pod.spec.resourceClaims which is empty'])
  })

  it('reports all errors under one rule', () => {
    const claims = [{}, {name: 'c', request: 'X'}, {name: 'c', request: 'X'}, {name: 'c'}, {name: 'c'}]
    expect(new Set(validateClaimNames(claims, declared, FieldPath.of('claims')).map(({origin}) => origin))).to.deep.equal(new Set(['pod/resource-claims']))
  })
})

describe('claimNames', () => {
  it('returns the names of the claims that a pod declares', () => {
    expect(claimNames([{name: 'a'}, {}, {name: 'a'}])).to.deep.equal(new Set(['a']))
    expect(claimNames(undefined)).to.deep.equal(new Set())
  })
})

import {expect} from 'chai'

import {isUnreadable, readDocument} from '../../src/configuration/document.js'
import {type JsonTree, printTree} from '../../src/configuration/json-tree.js'
import {SourceFile} from '../../src/source/source-file.js'

function treeOf(text: string): JsonTree {
  const document = readDocument(new SourceFile('f', text))
  if (isUnreadable(document)) throw new Error(document.error)
  return document.tree
}

/** JSON to which the server converts a value in YAML. */
const converted = (yaml: string): string => printTree(treeOf(`a: ${yaml}\n`)).slice('{"a":'.length, -1)

describe('conversion of YAML to JSON', () => {
  const cases: readonly (readonly [yaml: string, json: string])[] = [
    ['1', '1'], ['5.0', '5'], ['1e3', '1000'], ['50e-1', '5'], ['0.5', '0.5'], ['1e21', '1e+21'], ['1e100', '1e+100'], ['1e-7', '1e-7'],
    ['0x10', '16'], ['010', '8'], ['0o10', '8'], ['0b11', '3'], ['1_000', '1000'], ['+5', '5'], ['-0', '0'],
    ['9223372036854775807', '9223372036854775807'], ['-9223372036854775808', '-9223372036854775808'], ['9223372036854775808', '9223372036854775808'],
    ['18446744073709551615', '18446744073709551615'], ['18446744073709551616', '18446744073709552000'], ['9007199254740993', '9007199254740993'],
    ['1:30', '"1:30"'], ['50m', '"50m"'], ['2001-01-01', '"2001-01-01"'], ['yes', 'true'], ['off', 'false'], ['~', 'null'], ['"5"', '"5"'],
    ['!!str 5', '"5"'], ['!!int "5"', '5'], ['!!float 5', '5'], ['!!binary aGk=', '"hi"'], ['[1, [a], {}]', '[1,["a"],{}]'],
    ['{b: 1, a: 2, B: 3, é: 4, 10: 5, 9: 6}', '{"10":5,"9":6,"B":3,"a":2,"b":1,"é":4}'], ['{a: 1, a: 2}', '{"a":2}'],
    ['{<<: {a: 1, b: 2}, a: 3}', '{"a":3,"b":2}'], ['{__proto__: 1}', '{"__proto__":1}'],
  ]

  for (const [yaml, json] of cases) it(`converts ${yaml} to ${json}`, () => expect(converted(yaml)).to.equal(json))

  it('follows aliases', () => {
    expect(printTree(treeOf('a: &x [18446744073709551615]\nb: *x\n'))).to.equal('{"a":[18446744073709551615],"b":[18446744073709551615]}')
  })
})

describe('tree of a JSON document', () => {
  it('keeps the notation of numbers, the order of keys, and duplicate keys', () => {
    const text = '{"b":1.0,"a":[1E2,-0,null,true,"x"],"a":{}}'
    expect(printTree(treeOf(text))).to.equal(text)
  })

  it('records the position of each key', () => {
    const tree = treeOf('{"a": 1, "b": 2}')
    expect(tree.kind === 'object' && tree.entries.map(({key}) => [key?.start, key?.end])).to.deep.equal([[1, 4], [9, 12]])
  })
})

import {expect} from 'chai'
import {LabelSelectorError, parseLabelSelector} from '../../../src/machinery/meta/label-selector-text.js'
import type {LabelSelectorRequirement} from '../../../src/machinery/meta/label-selector.js'
import {labelValue, qualifiedName} from '../../../src/machinery/meta/names.js'

const term = (key: string, operator: string, ...values: string[]): LabelSelectorRequirement => ({key, operator, values})

describe('parseLabelSelector', () => {
  const accept: Record<string, LabelSelectorRequirement[]> = {
    '': [],
    ' \t\r\n': [],
    'a': [term('a', 'Exists')],
    'example.com/a': [term('example.com/a', 'Exists')],
    '!a': [term('a', 'DoesNotExist')],
    ' ! a ': [term('a', 'DoesNotExist')],
    'a=b': [term('a', 'In', 'b')],
    'a == b': [term('a', 'In', 'b')],
    'a!=b': [term('a', 'NotIn', 'b')],
    'a=': [term('a', 'In', '')],
    'a!= ,b': [term('a', 'NotIn', ''), term('b', 'Exists')],
    'a in (b)': [term('a', 'In', 'b')],
    'a in(c,b,c)': [term('a', 'In', 'b', 'c')],
    'a notin ( b , c )': [term('a', 'NotIn', 'b', 'c')],
    'a in ()': [term('a', 'In', '')],
    'a in (,b)': [term('a', 'In', '', 'b')],
    'a in (b,)': [term('a', 'In', '', 'b')],
    'a in (b,,c)': [term('a', 'In', '', 'b', 'c')],
    'in': [term('in', 'Exists')],
    'in in (in, notin)': [term('in', 'In', 'in', 'notin')],
    'notin=in': [term('notin', 'In', 'in')],
    'inside=b': [term('inside', 'In', 'b')],
    'app=web,tier!=db,env in (a, b),!canary,team': [
      term('app', 'In', 'web'), term('tier', 'NotIn', 'db'), term('env', 'In', 'a', 'b'), term('canary', 'DoesNotExist'), term('team', 'Exists'),
    ],
    'a,a=b,a': [term('a', 'Exists'), term('a', 'In', 'b'), term('a', 'Exists')],
  }

  for (const [text, requirements] of Object.entries(accept)) {
    it(`parses ${JSON.stringify(text)}`, () => expect(parseLabelSelector(text)).to.deep.equal({matchExpressions: requirements}))
  }

  const one = 'unable to parse requirement: '

  const reject: Record<string, string> = {
    ',': "found ',', expected: !, identifier, or 'end of string'",
    '=b': "found '=', expected: !, identifier, or 'end of string'",
    '(a)': "found '(', expected: !, identifier, or 'end of string'",
    '>a': "found '>', expected: !, identifier, or 'end of string'",
    'a,': "found '', expected: identifier after ','",
    'a,,b': "found ',', expected: identifier after ','",
    'a=b,=': "found '=', expected: identifier after ','",
    'a=b c': "found 'c', expected: ',' or 'end of string'",
    'a=b)': "found ')', expected: ',' or 'end of string'",
    '!a=b': "found '=', expected: ',' or 'end of string'",
    'a in (b) c': "found 'c', expected: ',' or 'end of string'",
    '!': `${one}found '', expected: identifier`,
    '!!a': `${one}found '!', expected: identifier`,
    '!,': `${one}found ',', expected: identifier`,
    'a b': `${one}found 'b', expected: in, notin, =, ==, !=`,
    'a!b': `${one}found '!', expected: in, notin, =, ==, !=`,
    'a>1': `${one}found '>', expected: in, notin, =, ==, !=`,
    'a<1': `${one}found '<', expected: in, notin, =, ==, !=`,
    'a IN (b)': `${one}found 'IN', expected: in, notin, =, ==, !=`,
    'a==(b)': `${one}found '(', expected: identifier`,
    'a===b': `${one}found '=', expected: identifier`,
    'a=!b': `${one}found '!', expected: identifier`,
    'a in': `${one}found '' expected: '('`,
    'a in b': `${one}found 'b' expected: '('`,
    'a in (': `${one}found '', expected: ',', ')' or identifier`,
    'a in (=': `${one}found '=', expected: ',', ')' or identifier`,
    'a in (b': `${one}found '', expected: ',' or ')'`,
    'a notin (b c)': `${one}found 'c', expected: ',' or ')'`,
    '-a': `${one}<nil>: Invalid value: "-a": ${qualifiedName('-a').join('; ')}`,
    '/': `${one}<nil>: Invalid value: "/": ${qualifiedName('/').join('; ')}`,
    'é in (': `${one}<nil>: Invalid value: "é": ${qualifiedName('é').join('; ')}`,
    'a=-': `${one}values[0][a]: Invalid value: "-": ${labelValue('-').join('; ')}`,
    'a in (b,-,é)': `${one}[values[0][a]: Invalid value: "-": ${labelValue('-').join('; ')}, values[2][a]: Invalid value: "é": ${labelValue('é').join('; ')}]`,
  }

  for (const [text, message] of Object.entries(reject)) {
    it(`rejects ${JSON.stringify(text)}`, () => expect(() => parseLabelSelector(text)).to.throw(LabelSelectorError, new RegExp(`^${escape(message)}$`)))
  }

  it('throws an error with its own name', () => expect(new LabelSelectorError('x').name).to.equal('LabelSelectorError'))
})

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

import {expect} from 'chai'

import {type BodyField, interpret, type TypeMeta, type UnreadableType} from '../../../src/machinery/meta/type-meta.js'

const text = (name: string, value: string): BodyField => ({name, kind: 'string', text: value})

const other = (name: string, kind: string): BodyField => ({name, kind, text: ''})

const wrongType = (found: string, field: string): string => `couldn't get version/kind; json parse error: json: cannot unmarshal ${found} into Go struct field .${field} of type string`

describe('interpret', () => {
  const cases: Record<string, [fields: BodyField[], read: TypeMeta | UnreadableType]> = {
    'takes what is not there for empty': [[], {apiVersion: '', kind: ''}],
    'reads both': [[text('kind', 'Pod'), text('apiVersion', 'v1'), text('kinds', 'x')], {apiVersion: 'v1', kind: 'Pod'}],
    'does not mind the case of letters': [[text('APIVERSION', 'v1'), text('kInD', 'Pod')], {apiVersion: 'v1', kind: 'Pod'}],
    'knows every letter that Go takes for the same': [[text('\u212aind', 'Pod'), text('apiVer\u017fion', 'v1')], {apiVersion: 'v1', kind: 'Pod'}],
    'takes the last': [[text('kind', 'Pod'), text('Kind', 'Job')], {apiVersion: '', kind: 'Job'}],
    'lets an empty text count': [[text('kind', 'Pod'), text('Kind', '')], {apiVersion: '', kind: ''}],
    'passes over nulls': [[text('kind', 'Pod'), other('Kind', 'null')], {apiVersion: '', kind: 'Pod'}],
    'tells the first value that is no text': [[other('Kind', 'number'), text('kind', 'Pod'), other('apiVersion', 'array')], {error: wrongType('number', 'kind'), name: 'Kind'}],
    'tells an apiVersion that is none': [[text('apiVersion', 'a/b/c')], {error: 'unexpected GroupVersion string: a/b/c', name: 'apiVersion'}],
  }

  for (const [title, [fields, read]] of Object.entries(cases)) it(title, () => expect(interpret(fields)).to.deep.equal(read))
})

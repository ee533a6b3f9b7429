import {expect} from 'chai'
import {
  aggregate, duplicate, FieldError, forbidden, invalid, NamedText, notFound, notSupported, required, tooLong, tooMany,
} from '../../../src/machinery/field/error.js'
import {FieldPath} from '../../../src/machinery/field/path.js'

const path = FieldPath.of('spec', 'limits').index(0)

describe('FieldError', () => {
  const table: [error: FieldError, text: string, reason: string][] = [
    [required(path, '', 'resources/name'), 'spec.limits[0]: Required value', 'FieldValueRequired'],
    [required(path, 'say it', 'resources/name'), 'spec.limits[0]: Required value: say it', 'FieldValueRequired'],
    [invalid(path, 'a', 'no', 'resources/name'), 'spec.limits[0]: Invalid value: "a": no', 'FieldValueInvalid'],
    [new FieldError('TypeInvalid', path, 1, 'no', 'resources/name'), 'spec.limits[0]: Invalid value: 1: no', 'FieldValueTypeInvalid'],
    [
      notSupported(path, 'c', ['a', 'b"'], 'resources/name'),
      'spec.limits[0]: Unsupported value: "c": supported values: "a", "b\\""', 'FieldValueNotSupported',
    ],
    [notSupported(path, 'c', [], 'resources/name'), 'spec.limits[0]: Unsupported value: "c"', 'FieldValueNotSupported'],
    [duplicate(path, 'a', 'resources/name'), 'spec.limits[0]: Duplicate value: "a"', 'FieldValueDuplicate'],
    [notFound(path, 'a', 'resources/name'), 'spec.limits[0]: Not found: "a"', 'FieldValueNotFound'],
    [forbidden(path, 'not here', 'resources/name'), 'spec.limits[0]: Forbidden: not here', 'FieldValueForbidden'],
    [tooLong(path, 63, 'resources/name'), 'spec.limits[0]: Too long: may not be more than 63 bytes', 'FieldValueTooLong'],
    [tooLong(path, 1, 'resources/name'), 'spec.limits[0]: Too long: may not be more than 1 byte', 'FieldValueTooLong'],
    [tooMany(path, 3, 2, 'resources/name'), 'spec.limits[0]: Too many: 3: must have at most 2 items', 'FieldValueTooMany'],
    [tooMany(path, 3, 1, 'resources/name'), 'spec.limits[0]: Too many: 3: must have at most 1 item', 'FieldValueTooMany'],
    [new FieldError('Internal', path, undefined, 'broken', 'resources/name'), 'spec.limits[0]: Internal error: broken', 'InternalError'],
  ]

  for (const [error, text, reason] of table) {
    it(`prints ${text}`, () => {
      expect(String(error)).to.equal(text)
      expect(`${error.field}: ${error.body()}`).to.equal(text)
      expect(error.causeReason()).to.equal(reason)
    })
  }

  const values: [value: unknown, printed: string][] = [
    ['a"b\n\u0001é<', '"a\\"b\\n\\x01é<"'],
    [new NamedText('Foo<é'), '"Foo\\u003cé"'],
    [new NamedText(''), '""'],
    [0, '0'],
    [-1.5, '-1.5'],
    [9223372036854775807n, '9223372036854775807'],
    [true, 'true'],
    [null, 'null'],
    [['a', 'b'], '["a","b"]'],
    [{matchLabels: {a: 'b'}}, '{"matchLabels":{"a":"b"}}'],
    [{toJSON: () => '1536Mi'}, '"1536Mi"'],
  ]

  for (const [value, printed] of values) {
    it(`prints the value ${printed}`, () => expect(invalid(path, value, 'no', 'resources/name').body()).to.equal(`Invalid value: ${printed}: no`))
  }

  it('has the id of its rule', () => {
    expect(required(path, '', 'limit-range/type').origin).to.equal('limit-range/type')
  })
})

describe('aggregate', () => {
  const table: [messages: string[], text: string][] = [
    [[], ''],
    [['a'], 'a'],
    [['b', 'a'], '[b, a]'],
    [['a', 'a'], 'a'],
    [['b', 'a', 'b', 'c', 'a'], '[b, a, c]'],
  ]

  for (const [messages, text] of table) {
    it(`joins ${messages.length} messages as "${text}"`, () => expect(aggregate(messages)).to.equal(text))
  }
})

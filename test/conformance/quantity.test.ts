import {expect} from 'chai'

import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {isReplayed, readVectors} from '../helpers/vectors.js'

interface Vector {
  readonly op: keyof typeof operations
  readonly a: string
  readonly b?: string
  readonly out?: string | number
  readonly error?: string
  /** True if the answer is an overflow or a wrong rounding of upstream. */
  readonly defect?: true
}

const operations = {
  parse: (a: Quantity) => String(a),
  'ceil-milli': (a: Quantity) => String(a.ceilMilli()),
  add: (a: Quantity, b: Quantity) => String(a.add(b)),
  sub: (a: Quantity, b: Quantity) => String(a.sub(b)),
  cmp: (a: Quantity, b: Quantity) => a.compare(b),
  value: (a: Quantity) => String(a.int64Value()),
  'milli-value': (a: Quantity) => String(a.int64MilliValue()),
}

const vectors = readVectors<Vector>('quantity')

const name = ({op, a, b}: Vector): string => b === undefined ? `${op} ${a}` : `${op} ${a} ${b}`

function answer({op, a, b = '0'}: Vector): string | number {
  try {
    return operations[op](Quantity.parse(a), Quantity.parse(b))
  } catch (error) {
    return (error as Error).message
  }
}

const isRead = ({op, error}: Vector): boolean => (op === 'value' || op === 'milli-value') && error === undefined

const read = ({op, a}: Vector): string => String(op === 'value' ? Quantity.parse(a).value() : Quantity.parse(a).milliValue())

const extremes = [2n ** 63n - 1n, -(2n ** 63n)].map(String)

describe('recorded answers: quantity', () => {
  it('contain all cases', () => {
    const count = (op: string): number => vectors.filter((vector) => vector.op === op).length
    expect(Object.keys(operations).map(count)).to.deep.equal([1069, 1000, 586, 581, 629, 663, 615])
    expect(vectors.filter(({defect}) => defect)).to.have.length(144)
    expect(vectors).to.have.length(5143)
  })

  // Defects of upstream are repeated, as the server prints and compares these values.
  for (const [i, vector] of vectors.entries()) {
    const id = `line ${i + 1}: ${name(vector)}`
    if (isReplayed({id})) it(id, () => expect(answer(vector)).to.equal(vector.out ?? vector.error))
  }
})

describe('Quantity value and milliValue, without the overflows of upstream', () => {
  for (const vector of vectors.filter(isRead).filter((vector) => isReplayed({id: name(vector)}))) {
    it(name(vector), () => {
      if (vector.defect === undefined) expect(read(vector)).to.equal(vector.out)
      else if (read(vector) !== vector.out) expect(extremes.includes(read(vector)) || Quantity.parse(vector.a).sign() < 0).to.equal(true)
    })
  }
})

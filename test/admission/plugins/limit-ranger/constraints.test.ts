import {expect} from 'chai'
import {
  type Constraint, limitRequestRatioConstraint, maxConstraint, maxRequestConstraint, minConstraint, type Usage, type Violation,
} from '../../../../src/admission/plugins/limit-ranger/constraints.js'
import {quantity, resourceList} from '../../../helpers/resources.js'

const usageOf = (request: string | undefined, limit: string | undefined): Usage => ({
  requests: resourceList({other: '1', ...request !== undefined && {cpu: request}}),
  limits: resourceList({other: '1', ...limit !== undefined && {cpu: limit}}),
})

type Row = [enforced: string, request: string | undefined, limit: string | undefined, violation?: [side: Violation['side'], message: string]]

function testConstraint(constraint: Constraint, name: string, rule: (enforced: string) => string, rows: Record<string, Row>): void {
  describe(name, () => {
    for (const [title, [enforced, request, limit, violation]] of Object.entries(rows)) {
      it(title, () => {
        const expected = violation && {side: violation[0], message: rule(String(quantity(enforced))) + violation[1]}
        expect(constraint('Thing', 'cpu', quantity(enforced), usageOf(request, limit))).to.deep.equal(expected)
      })
    }
  })
}

/** Largest number whose milli units fit an int64, and the next one: from there on, whole units are compared. */
const [largeMilli, beyondMilli] = ['9223372036854775', '9223372036854776']

testConstraint(minConstraint, 'minConstraint', (enforced) => `minimum cpu usage per Thing is ${enforced}`, {
  'requires a request': ['1', undefined, '2', ['requests', '.  No request is specified']],
  'requires a request even for a minimum of 0': ['0', undefined, undefined, ['requests', '.  No request is specified']],
  'rejects a request below it': ['1', '999m', '2', ['requests', ', but request is 999m']],
  'rejects a limit below it': ['1', '1', '999m', ['limits', ', but limit is 999m']],
  'reports the request when both are below': ['1', '100m', '200m', ['requests', ', but request is 100m']],
  'rejects a request of 0': ['1m', '0', undefined, ['requests', ', but request is 0']],
  'accepts amounts equal to it': ['1', '1000m', '1e0'],
  'accepts amounts above it': ['1', '2', '3'],
  'requires no limit': ['1', '1', undefined],
  'compares milli units': ['1001m', '1', undefined, ['requests', ', but request is 1']],
  'compares milli units of large numbers': [largeMilli, '9223372036854774999m', undefined, ['requests', ', but request is 9223372036854774999m']],
  'compares whole units of larger numbers, rounded up': [beyondMilli, '9223372036854775001m', undefined],
  'compares whole units when the limit is large': ['1001m', '1500m', beyondMilli],
  'compares whole units when the request is large': ['2001m', beyondMilli, '2500m'],
  'prints amounts in canonical form': ['1024Mi', '0.5Ki', undefined, ['requests', ', but request is 512']],
})

testConstraint(maxConstraint, 'maxConstraint', (enforced) => `maximum cpu usage per Thing is ${enforced}`, {
  'requires a limit': ['1', '1', undefined, ['limits', '.  No limit is specified']],
  'rejects a limit above it': ['1', '500m', '1001m', ['limits', ', but limit is 1001m']],
  'rejects a request above it': ['1', '1001m', '1', ['requests', ', but request is 1001m']],
  'reports the limit when both are above': ['1', '2', '3', ['limits', ', but limit is 3']],
  'accepts amounts equal to it': ['1', '1', '1000m'],
  'accepts amounts below it': ['1', '1m', '2m'],
  'requires no request': ['1', undefined, '1'],
  'accepts 0': ['0', '0', '0'],
  'compares whole units of large numbers, rounded up': [beyondMilli, undefined, '9223372036854775001m'],
  'rejects whole units above a large maximum': [beyondMilli, undefined, '9223372036854777', ['limits', ', but limit is 9223372036854777']],
  'compares whole units when the request is large': ['1001m', beyondMilli, '1500m', ['requests', `, but request is ${beyondMilli}`]],
})

testConstraint(maxRequestConstraint, 'maxRequestConstraint', (enforced) => `maximum cpu usage per Thing is ${enforced}`, {
  'requires a request': ['1', undefined, '1', ['requests', '.  No request is specified']],
  'rejects a request above it': ['1', '1001m', undefined, ['requests', ', but request is 1001m']],
  'accepts a request equal to it': ['1', '1', undefined],
  'ignores limits': ['1', '1', '9'],
})

testConstraint(limitRequestRatioConstraint, 'limitRequestRatioConstraint', (enforced) => `cpu max limit to request ratio per Thing is ${enforced}`, {
  'requires a request': ['2', undefined, '1', ['requests', ', but no request is specified or request is 0']],
  'requires a request above 0': ['2', '0', '1', ['requests', ', but no request is specified or request is 0']],
  'requires a limit': ['2', '1', undefined, ['limits', ', but no limit is specified or limit is 0']],
  'requires a limit above 0': ['2', '1', '0', ['limits', ', but no limit is specified or limit is 0']],
  'reports the request when both are missing': ['2', undefined, undefined, ['requests', ', but no request is specified or request is 0']],
  'accepts a ratio equal to it': ['2', '1', '2'],
  'accepts a ratio below it': ['2', '1', '1999m'],
  'accepts a limit below the request': ['2', '2', '1'],
  'rejects a ratio above it': ['2', '1', '2001m', ['limits', ', but provided ratio is 2.001000']],
  'prints the ratio with six decimals': ['2', '300m', '1', ['limits', ', but provided ratio is 3.333333']],
  'rejects 2.007 because of floating-point rounding': ['2.007', '1', '2007m', ['limits', ', but provided ratio is 2.007000']],
  'rejects 16.1 because of floating-point rounding': ['16.1', '1', '16100m', ['limits', ', but provided ratio is 16.100000']],
  'accepts 1.005 despite floating-point rounding': ['1.005', '1', '1005m'],
  'accepts 1.1 despite floating-point rounding': ['1.1', '1', '1100m'],
  'accepts 2.01 despite floating-point rounding': ['2.01', '1', '2010m'],
  'accepts 4.35 despite floating-point rounding': ['4.35', '1', '4350m'],
  'accepts 8.2 despite floating-point rounding': ['8.2', '1', '8200m'],
  'compares whole units when the limit is large': ['2', '1500m', beyondMilli, ['limits', ', but provided ratio is 4611686018427388.000000']],
  'accepts a small ratio when the maximum is very large': [beyondMilli, '1', '2'],
  'rejects a ratio above a very large maximum': [beyondMilli, '1m', '9223372036854778', ['limits', ', but provided ratio is 9223372036854778.000000']],
})

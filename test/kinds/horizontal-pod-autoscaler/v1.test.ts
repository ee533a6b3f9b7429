import {expect} from 'chai'
import {horizontalPodAutoscalerV1 as kind} from '../../../src/kinds/horizontal-pod-autoscaler/v1.js'
import type {HorizontalPodAutoscaler as HorizontalPodAutoscalerV1} from '../../../src/machinery/api/autoscaling-v1.js'
import {decoded} from '../../helpers/decoded.js'

const annotation = 'autoscaling.alpha.kubernetes.io/behavior'

/** Returns an autoscaler with defaults, with the text in its behavior annotation. */
function autoscaler(behavior: string): HorizontalPodAutoscalerV1 {
  const object = decoded({
    apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', metadata: {name: 'h', annotations: {a: 'b', [annotation]: behavior}},
    spec: {scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}, maxReplicas: 3},
  }) as HorizontalPodAutoscalerV1
  return kind.setDefaults?.(object) ?? object
}

const errorsOf = (behavior: string): string[] | undefined => kind.validate?.(autoscaler(behavior)).map((error) => String(error).replace('spec.behavior.', ''))

describe('HorizontalPodAutoscaler behavior in autoscaling/v1', () => {
  const none = 'policies: Required value: must specify at least one Policy'

  const reject: Record<string, string[]> = {
    '{"ScaleUp":{}}': [`scaleUp.${none}`],
    '{"ScaleUp":{"SelectPolicy":"x"}}': ['scaleUp.selectPolicy: Unsupported value: "x": supported values: "Disabled", "Max", "Min"', `scaleUp.${none}`],
    '{"scaleup":{"policies":[{"type":"Pods","value":0,"periodseconds":5}]}}': ['scaleUp.policies[0].value: Invalid value: 0: must be greater than zero'],
    '{"ScaleUp":{"Policies":[null]}}': [
      'scaleUp.policies[0].type: Unsupported value: "": supported values: "Percent", "Pods"', 'scaleUp.policies[0].value: Invalid value: 0: must be greater than zero',
      'scaleUp.policies[0].periodSeconds: Invalid value: 0: must be greater than zero',
    ],
    '{"scaleUp":{"tolerance":-1}}': [`scaleUp.${none}`, 'scaleUp.tolerance: Invalid value: "-1": must be greater than or equal to 0'],
    '{"ScaleDown":{"StabilizationWindowSeconds":-1,"Foo":1}}':
      ['scaleDown.stabilizationWindowSeconds: Invalid value: -1: must be greater than or equal to zero', `scaleDown.${none}`],
  }

  for (const [text, errors] of Object.entries(reject)) it(`is rejected: ${text}`, () => expect(errorsOf(text)).to.deep.equal(errors))

  const ignored = ['', '{', '[]', 'null', '{}', '{"ScaleUp":null}', '{"ScaleUp":5}', '{"ScaleUp":{"Tolerance":"x"}}', '{"ScaleUp":{"StabilizationWindowSeconds":"5"}}']

  for (const text of ignored) {
    it(`is dropped if invalid JSON or empty: ${text}`, () => {
      expect(errorsOf(text)).to.deep.equal([])
      expect(autoscaler(text).metadata.annotations).to.deep.equal({a: 'b'})
    })
  }

  it('is stored with all defaults, in the form of the API server', () => {
    const given = '{"ScaleUp":{"StabilizationWindowSeconds":10,"SelectPolicy":"Max","Policies":[{"Type":"Pods","Value":1,"PeriodSeconds":15}]}}'
    expect(errorsOf(given)).to.deep.equal([])
    const stored = kind.canonicalize?.(autoscaler(given))
    expect(stored?.metadata.annotations).to.deep.equal({
      a: 'b',
      [annotation]: '{"ScaleUp":{"StabilizationWindowSeconds":10,"SelectPolicy":"Max","Policies":[{"Type":"Pods","Value":1,"PeriodSeconds":15}],"Tolerance":null},'
        + '"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":"Max","Policies":[{"Type":"Percent","Value":100,"PeriodSeconds":15}],"Tolerance":null}}',
    })
    expect(kind.canonicalize?.(autoscaler('{}'))).to.deep.equal(autoscaler('{}'))
  })

  it('removes the tolerance annotations', () => {
    const other = {...autoscaler('').metadata, annotations: {'autoscaling.alpha.kubernetes.io/scale-up-tolerance': '1', 'autoscaling.alpha.kubernetes.io/scale-down-tolerance': '1'}}
    expect(kind.setDefaults?.({...autoscaler(''), metadata: other}).metadata.annotations).to.deep.equal({})
  })
})

import {capacityReporters} from '../../src/report/capacity/index.js'
import {capacity} from '../../src/simulate/capacity/capacity.js'
import {type Body, quota} from '../helpers/builders.js'
import {fileOf} from '../helpers/simulated.js'
import {autoscaler, deployment, statefulSet} from '../helpers/workload-manifests.js'
import {describeInBrowser, expectAccessible, screenshot} from './browser.js'
import {expect} from 'chai'

const options = {version: '1.0.0'}

const limits: Body = {
  apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'l', namespace: 'dev'},
  spec: {limits: [{type: 'Container', min: {cpu: '100m'}, max: {cpu: '2', memory: '4Gi'}, maxLimitRequestRatio: {cpu: '10'}}, {type: 'PersistentVolumeClaim', max: {storage: '5Gi'}}]},
}

const planned = (): Promise<string> => capacityReporters.html(capacity({
  files: [fileOf('files.yaml', [
    deployment('web', 4, {requests: {cpu: '250m', memory: '1Gi'}, limits: {cpu: '1', memory: '2Gi'}}), autoscaler('web', 2, 6),
    deployment('api', 2, {requests: {cpu: '100m'}, limits: {cpu: '2', memory: '4Gi'}}), statefulSet('db', 2, '8Gi'),
  ])],
  policies: [fileOf('policies.yaml', [quota({'pods': '10', 'requests.cpu': '2', 'requests.memory': '20Gi', 'gold.storageclass.storage.k8s.io/requests.storage': '10Gi'}), limits])],
}, {namespace: 'dev'}), options)

const settings = {light: {}, dark: {colorScheme: 'dark'}, narrow: {width: 360}} as const

describeInBrowser('page of kadm capacity', ({open}) => {
  for (const [name, given] of Object.entries(settings)) {
    it(`is accessible: ${name}`, async () => {
      const tab = await open(await planned(), given)
      await screenshot(tab, `capacity-${name}`)
      await expectAccessible(tab)
      expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'it is wider than the window').to.equal(true)
    })
  }
})

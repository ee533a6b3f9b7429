import {expect} from 'chai'

import {explainRequests} from '../../../src/explain/explain.js'
import {explainedView} from '../../../src/report/explain/html.js'
import {viewHtml} from '../../../src/report/html/view.js'
import {SourceFile} from '../../../src/source/source-file.js'

const pod = (name: string, cpu: string, image = 'a:1'): string =>
  JSON.stringify({apiVersion: 'v1', kind: 'Pod', metadata: {name}, spec: {containers: [{name: 'app', image, resources: {limits: {cpu}}}]}})

const limits = new SourceFile('limits.yaml', '{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container, max: {cpu: "1"}}]}}')

const viewOf = (...texts: string[]): ReturnType<typeof explainedView> => explainedView(explainRequests({files: texts.map((text, i) => new SourceFile(`${i}.json`, text)), policies: [limits]}))

describe('explainedView', () => {
  it('has an item for each request, the denied ones marked', () => {
    const view = viewOf(pod('small', '500m'), pod('large', '2'))
    expect(view).to.include({summary: '2 requests, 1 denied', tone: 'bad'})
    const {text} = viewHtml(view)
    expect(text.match(/<li class="item (?:bad|good)"/g)).to.deep.equal(['<li class="item good"', '<li class="item bad"'])
    expect(text).to.contain('maximum cpu usage per Container is 1, but limit is 2')
  })

  it('is good without denials', () => expect(viewOf(pod('small', '500m'))).to.include({summary: '1 request, 0 denied', tone: 'good'}))

  it('escapes what files have', () => {
    const {text} = viewHtml(viewOf(pod('large', '2', '<img src=x onerror=alert(1)>').replace('"app"', '"<b>"')))
    expect(text).not.to.match(/<img|<b>/)
  })
})

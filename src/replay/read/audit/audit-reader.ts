import {auditPaths, slots, textAt} from './audit-fields.js'
import {AuditedWrite} from './audited-write.js'
import {JsonFields} from './json-fields.js'
import type {FieldValue} from './json-shapes.js'
import type {LineTally} from '../line-tally.js'
import type {RecordSink} from '../record-sink.js'
import {isWrite} from '../request.js'

/** Reads the audit events of an API server (spec eventratelimit 9.1). */
export class AuditReader {
  private readonly fields = new JsonFields(auditPaths)
  private readonly write = new AuditedWrite(this.fields.starts)

  constructor(private readonly sink: RecordSink, private readonly tally: LineTally) {}

  /**
   * Reads an audit event between two positions of a text.
   *
   * @param bytes the whole text, if it is ASCII
   * @returns the error, or undefined if there is none; null for a text that must be read in another way
   */
  readText(text: string, start: number, end: number, line: number, bytes: Uint8Array | undefined): string | undefined | null {
    const values = this.fields.scan(text, start, end)
    return values === undefined ? null : this.readValues(values, line, bytes)
  }

  /**
   * Reads an audit event.
   *
   * @returns the error, or undefined if there is none
   */
  read(event: object, line: number): string | undefined {
    return this.readValues(this.fields.pick(event), line, undefined)
  }

  private readValues(values: readonly FieldValue[], line: number, bytes: Uint8Array | undefined): string | undefined {
    const {tally} = this
    const group = textAt(values, slots.apiGroup)
    tally.auditEvents++
    if (values[slots.resource] !== 'events' || textAt(values, slots.subresource) !== '' || !isWrite(textAt(values, slots.verb))
      || (group !== '' && group !== 'events.k8s.io')) {
      tally.others++
      return undefined
    }
    tally.auditedWrites++
    const stage = values[slots.stage]
    if (stage === 'ResponseComplete' || stage === 'RequestReceived' || stage === 'Panic' || stage === undefined) {
      const {write, sink} = this
      if (!write.set(values, line, bytes)) return 'requestReceivedTimestamp is not a time in RFC 3339'
      sink.addWrite(write)
      return undefined
    }
    if (stage !== 'ResponseStarted') return 'an audit event with an unknown stage'
    tally.repeated++
    return undefined
  }
}

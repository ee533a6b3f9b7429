import type {Diagnostic} from '../../src/lint/diagnostic.js'
import type {LintReport} from '../../src/lint/lint.js'
import {lintReporters} from '../../src/report/lint/index.js'
import type {LintReporterOptions} from '../../src/report/lint/options.js'
import {SourceFile} from '../../src/source/source-file.js'

/** Options of reporters for reports that are the same on every machine. */
export const reporting: LintReporterOptions = {
  isColoured: false, columns: undefined, paths: [], workingDirectory: '/work', version: '1.2.3', failOn: 'warning',
}

/** A file of ten lines of ten letters each. */
export const lettersIn = (path: string): SourceFile => new SourceFile(path, 'abcdefghi\n'.repeat(10))

/** A finding at the second line of a file, from the third letter to the sixth. */
export const finding = (parts: Partial<Diagnostic> = {}): Diagnostic => ({
  file: lettersIn('a.yaml'), span: {start: 12, end: 15}, ruleId: 'limit-range/min-not-above-max', severity: 'error', message: 'min is above max',
  field: 'spec.limits[0].min[cpu]', object: {apiVersion: 'v1', kind: 'LimitRange', namespace: 'dev', name: 'limits'}, related: [], ...parts,
})

/** A report with these findings. */
const reportOf = (...diagnostics: readonly Diagnostic[]): LintReport => ({diagnostics, files: 1, objects: 1, suppressed: 0, known: 0})

/** Findings in a format. */
export const reported = (format: keyof typeof lintReporters, diagnostics: readonly Diagnostic[], options: Partial<LintReporterOptions> = {}): Promise<string> =>
  lintReporters[format](reportOf(...diagnostics), {...reporting, ...options})

/** Texts with markup, commands or control characters, which reports must escape. */
export const hostileTexts = [
  '\u001b[31mred\u001b[0m', 'a\n::error::pwn', '::set-output name=a::b', '##[command]ls', '##vso[task.setvariable variable=a]b', 'a\r\nb', '%0A%25',
  '<script>alert(1)</script>', ']]>', '&amp;&#0;', '"\'`', '` `` ```', '[text](http://evil.example)', '![a](b)', '@everyone #1 www.evil.example',
  '| a | b |', '\\', '\ud800', 'a\udc00b', '\ufffe\uffff', '\u0000\u0008\u000b', '\u202eevil', '\u2028', '\ufeff', '𝒳', '', ' ', '-- >', '<!-- -->', '${{ secrets.A }}',
]

/** A finding with this text in all fields that come from manifests. */
export const hostileFinding = (text: string): Diagnostic => finding({
  file: lettersIn(text === '' ? 'a' : text), message: text, hint: text, field: text, object: {apiVersion: text, kind: text, namespace: text, name: text},
  related: [{file: lettersIn(text === '' ? 'a' : text), span: {start: 0, end: 1}, message: text}],
})

import type {ExportProblem} from '../../export/export-native.js'
import type {Style} from '../style.js'
import {findingText} from '../lint/table.js'

/** What keeps policies from being exported, for people. */
export const problemsText = (problems: readonly ExportProblem[], style: Style): string =>
  problems.map((problem) => findingText({ruleId: '', ...problem}, {style})).join('')

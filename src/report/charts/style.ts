/**
 * The colours of charts. Those of marks differ in lightness, too, so that they are distinct for colour-blind readers, and in print
 * without colours (Okabe and Ito, "Color Universal Design").
 */
export const chartVariables = {
  light: '--kc-page:#fff;--kc-text:#1b1f24;--kc-note:#57606a;--kc-track:#eef1f4;--kc-room:#d5dce3;--kc-used:#0a3069;--kc-run:#3d8fd1;--kc-over:#c2410c;--kc-peak:#0f766e;--kc-hard:#1b1f24;--kc-line:#8c959f',
  dark: '--kc-page:#0d1117;--kc-text:#e6edf3;--kc-note:#9aa4af;--kc-track:#1c232b;--kc-room:#323c47;--kc-used:#a5cdf7;--kc-run:#4a90d9;--kc-over:#ff8a4c;--kc-peak:#4fd1c0;--kc-hard:#f0f6fc;--kc-line:#6e7781',
} as const

/** The style sheet of charts, for the variables above. */
export const chartStyle = [
  '.kc,.kc-file{font:12px ui-sans-serif,system-ui,"Segoe UI",Helvetica,Arial,sans-serif;overflow:visible}',
  '.kc text,.kc-file text{fill:var(--kc-text)}',
  '.kc .kc-note{fill:var(--kc-note)}',
  '.kc .kc-problem{fill:var(--kc-over);font-weight:600}',
  '.kc .kc-head{font-weight:600}',
  '.kc-file .kc-title{font-size:16px;font-weight:600}',
  '.kc-page{fill:var(--kc-page)}',
  '.kc-track{fill:var(--kc-track)}',
  '.kc-room{fill:var(--kc-room)}',
  '.kc-used{fill:var(--kc-used)}',
  '.kc-run{fill:var(--kc-run)}',
  '.kc-over{fill:var(--kc-over)}',
  '.kc-hard{fill:var(--kc-hard)}',
  '.kc-peak{fill:var(--kc-peak);stroke:var(--kc-peak)}',
  '.kc-hollow{fill:var(--kc-page);stroke:var(--kc-peak);stroke-width:1.5}',
  '.kc-axis{stroke:var(--kc-line);stroke-width:1;vector-effect:non-scaling-stroke}',
  '.kc-dot{fill:var(--kc-run);fill-opacity:.75}',
  '.kc-edge{fill:var(--kc-page);stroke:var(--kc-used);stroke-width:2}',
  '.kc-out{fill:var(--kc-over)}',
  '.kc-stroke{fill:none;stroke:var(--kc-hard);stroke-width:1.5;vector-effect:non-scaling-stroke}',
].join('')

/** Line breaks of `util.inspect`, and the columns of its long arrays, by the displayed width of texts. */
export const layoutSource = String.raw`() => {
  function width(text) {
    let total = 0
    for (const char of text) {
      const code = char.codePointAt(0)
      if (code < 32 || (code >= 0x7f && code < 0xa0) || (code >= 0x300 && code <= 0x36f) || (code >= 0x200b && code <= 0x200f)) continue
      const wide = code >= 0x1100 && (code <= 0x115f || (code >= 0x2e80 && code <= 0x3247) || (code >= 0x3250 && code <= 0x4dbf) ||
        (code >= 0x4e00 && code <= 0xa4c6) || (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff) ||
        (code >= 0xfe10 && code <= 0xfe19) || (code >= 0xfe30 && code <= 0xfe6b) || (code >= 0xff01 && code <= 0xff60) ||
        (code >= 0xffe0 && code <= 0xffe6) || (code >= 0x1f300 && code <= 0x1f64f) || (code >= 0x1f900 && code <= 0x1f9ff) ||
        (code >= 0x20000 && code <= 0x3fffd))
      total += wide ? 2 : 1
    }
    return total
  }

  function joined(ctx, output, base, open, close, array, depth, value) {
    const start = base === '' ? '' : base + ' '
    if (ctx.compact === true) return start + open + ' ' + output.join(', ') + ' ' + close
    let lines = output
    if (ctx.compact >= 1) {
      if (array && output.length > 6) lines = columns(ctx, output, value)
      if (ctx.currentDepth - depth < ctx.compact && lines.length === output.length) {
        const taken = output.length + ctx.indent + open.length + base.length + 10
        const total = output.reduce((sum, item) => sum + item.length, output.length + taken)
        if (total <= ctx.breakLength && !base.includes('\n')) {
          const line = output.join(', ')
          if (!line.includes('\n')) return start + open + ' ' + line + ' ' + close
        }
      }
    }
    const indent = '\n' + ' '.repeat(ctx.indent)
    return start + open + indent + '  ' + lines.join(',' + indent + '  ') + indent + close
  }

  /** Arranges more than six items in columns if they are short and of similar length. */
  function columns(ctx, output, value) {
    let count = output.length
    if (ctx.maxArrayLength < output.length) count--
    const lengths = output.slice(0, count).map(width)
    const total = lengths.reduce((sum, length) => sum + length + 2, 0)
    const longest = Math.max(0, ...lengths)
    const cell = longest + 2
    if (!(cell * 3 + ctx.indent < ctx.breakLength && (total / cell > 5 || longest <= 6))) return output
    const biased = Math.max(cell - 3 - Math.sqrt(cell - total / output.length), 1)
    const across = Math.min(
      Math.round(Math.sqrt(2.5 * biased * count) / biased),
      Math.floor((ctx.breakLength - ctx.indent) / cell),
      ctx.compact * 4,
      15,
    )
    if (across <= 1) return output
    const widths = Array.from({ length: across }, (_, column) => {
      let widest = 0
      for (let at = column; at < count; at += across) widest = Math.max(widest, lengths[at])
      return widest + 2
    })
    let toTheRight = value !== undefined
    for (let at = 0; toTheRight && at < output.length; at++)
      toTheRight = typeof value[at] === 'number' || typeof value[at] === 'bigint'
    const rows = []
    for (let row = 0; row < count; row += across) {
      const end = Math.min(row + across, count)
      let line = ''
      for (let at = row; at < end; at++) {
        const last = at === end - 1
        const room = widths[at - row] + output[at].length - lengths[at]
        if (toTheRight) line += last ? output[at].padStart(room - 2) : (output[at] + ', ').padStart(room)
        else line += last ? output[at] : (output[at] + ', ').padEnd(room)
      }
      rows.push(line)
    }
    if (ctx.maxArrayLength < output.length) rows.push(output[count])
    return rows
  }

  return { width, joined }
}`

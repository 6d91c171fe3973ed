/** The methods of `console` that few programs use. */
export const consoleSource = String.raw`(kit) => {
  const { inspect, framesOf } = kit.part('inspect')
  const { width } = kit.part('layout')
  const counts = new Map()
  const times = new Map()
  let made
  const elapsed = (label) => {
    const ms = kit.part('globals').performance.now() - times.get(label)
    return ms >= 1000 ? (ms / 1000).toFixed(3) + 's' : Number(ms.toPrecision(ms < 1 ? 2 : 5)).toFixed(3).replace(/0+$/, '').replace(/\.$/, '') + 'ms'
  }
  const row = (cells, widths) => '│ ' + cells.map((cell, at) => cell + ' '.repeat(widths[at] - width(cell))).join(' │ ') + ' │'
  const grid = (head, rows) => {
    const widths = head.map((cell, at) => Math.max(width(cell), ...rows.map((cells) => width(cells[at]))))
    const line = (left, middle, right) => left + widths.map((size) => '─'.repeat(size + 2)).join(middle) + right
    return [line('┌', '┬', '┐'), row(head, widths), line('├', '┼', '┤'), ...rows.map((cells) => row(cells, widths)), line('└', '┴', '┘')].join('\n')
  }
  const cellText = (value) => inspect(value, { maxArrayLength: 3, breakLength: Infinity, depth: value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 2 ? -1 : 0 })
  function table(log, data, wanted) {
    if (data === null || typeof data !== 'object') return log(data)
    const isMap = data instanceof Map
    const entries = isMap ? [...data].map(([key, value], index) => [index, value, key]) : data instanceof Set ? [...data].map((value, index) => [index, value]) : Object.keys(data).map((key) => [key, data[key]])
    const columns = []
    let hasValues = false
    const rows = entries.map(([key, value, mapKey]) => {
      const cells = new Map()
      if (!isMap && value !== null && (typeof value === 'object' || typeof value === 'function')) {
        for (const name of wanted ?? Object.keys(value)) {
          if (!columns.includes(name)) columns.push(name)
          if (Object.hasOwn(value, name)) cells.set(name, cellText(value[name]))
        }
        return { key, cells, text: '', mapKey }
      }
      hasValues = true
      return { key, cells, text: cellText(value), mapKey }
    })
    const index = isMap || data instanceof Set ? '(iteration index)' : '(index)'
    const head = [index, ...(isMap ? ['Key'] : []), ...columns, ...(hasValues ? ['Values'] : [])]
    log(grid(head, rows.map(({ key, cells, text, mapKey }) => [String(key), ...(isMap ? [cellText(mapKey)] : []), ...columns.map((name) => cells.get(name) ?? ''), ...(hasValues ? [text] : [])])))
  }
  return (console) => (made ??= {
    dir: (value, options) => kit.write(1, kit.indent + inspect(value, { customInspect: false, ...options }) + '\n'),
    dirxml: (...values) => console.log(...values),
    trace: (...values) => console.error([('Trace: ' + kit.format(values)).replace(/: $/, ''), ...framesOf(new Error())].join('\n')),
    assert: (condition, ...values) => {
      if (condition) return
      if (typeof values[0] === 'string') values[0] = 'Assertion failed: ' + values[0]
      else values.unshift('Assertion failed')
      console.warn(...values)
    },
    count: (label = 'default') => {
      counts.set(String(label), (counts.get(String(label)) ?? 0) + 1)
      console.log(label + ': ' + counts.get(String(label)))
    },
    countReset: (label = 'default') => void counts.delete(String(label)),
    time: (label = 'default') => void times.set(String(label), kit.part('globals').performance.now()),
    timeLog: (label = 'default', ...values) => times.has(String(label)) && console.log(label + ': ' + elapsed(String(label)), ...values),
    timeEnd: (label = 'default') => {
      if (times.has(String(label))) console.log(label + ': ' + elapsed(String(label)))
      times.delete(String(label))
    },
    group: (...values) => {
      if (values.length > 0) console.log(...values)
      kit.indent += '  '
    },
    groupCollapsed: (...values) => made.group(...values),
    groupEnd: () => { kit.indent = kit.indent.slice(2) },
    table: (data, columns) => table(console.log, data, columns),
    clear: () => {},
  })
}`

const format = (options: Intl.DateTimeFormatOptions, locale = 'sv-SE') => {
  const formatter = new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Shanghai', ...options })
  return (seconds: number) => formatter.format(seconds * 1000)
}

/** Returns the day in Shanghai, yyyy-mm-dd, independent of the server's time zone. */
export const shanghaiDay = format({ dateStyle: 'short' })

/** Returns yyyy-mm-dd hh:mm in Shanghai. */
export const shanghaiMinute = format({ dateStyle: 'short', timeStyle: 'short' })

/** Returns yyyy-mm-dd hh:mm:ss in Shanghai. */
export const shanghaiSecond = format({ dateStyle: 'short', timeStyle: 'medium' })

/** Returns a time for messages to users, such as 11月17日 09:30, in Shanghai. */
export const momentText = format(
  { month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false },
  'zh-CN',
)

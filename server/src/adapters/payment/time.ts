const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

/** Formats yyyy-mm-dd hh:mm:ss in Shanghai, independent of the server's time zone. */
export const shanghaiTime = (seconds: number) => parts.format(seconds * 1000)

export const rfc3339 = (seconds: number) => `${shanghaiTime(seconds).replace(' ', 'T')}+08:00`

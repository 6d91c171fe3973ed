import asyncio

async def producer(queue, n):
    for i in range(n):
        await queue.put(i)
        print('生产', i, queue.qsize())
    await queue.put(None)

async def consumer(queue, results):
    while True:
        item = await queue.get()
        if item is None:
            break
        await asyncio.sleep(0.002)
        results.append(item * item)
        queue.task_done()

async def ticker(n):
    for i in range(n):
        yield i
        await asyncio.sleep(0)

class Resource:
    async def __aenter__(self): print('打开'); return self
    async def __aexit__(self, *a): print('关闭')

async def main():
    queue, results = asyncio.Queue(maxsize=2), []
    await asyncio.gather(producer(queue, 5), consumer(queue, results))
    print(results, [x async for x in ticker(4)])
    async with Resource():
        print('使用')
    semaphore, running, peak = asyncio.Semaphore(2), 0, 0
    async def job():
        nonlocal running, peak
        async with semaphore:
            running += 1; peak = max(peak, running)
            await asyncio.sleep(0.005)
            running -= 1
    await asyncio.gather(*(job() for _ in range(6)))
    print('最多同时', peak)
    event = asyncio.Event()
    async def waiter():
        await event.wait(); return '收到'
    w = asyncio.create_task(waiter()); await asyncio.sleep(0); event.set(); print(await w)

asyncio.run(main())

import asyncio

async def cook(name, seconds):
    print('开始', name)
    await asyncio.sleep(seconds)
    print('完成', name)
    return f"{name}好了"

async def main():
    print(await asyncio.gather(cook('面', 0.06), cook('茶', 0.03), cook('饭', 0.09)))
    task = asyncio.create_task(cook('汤', 5))
    await asyncio.sleep(0.01)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        print('汤被取消', task.cancelled())
    try:
        await asyncio.wait_for(cook('鱼', 3), timeout=0.02)
    except asyncio.TimeoutError:
        print('超时')
    done, pending = await asyncio.wait([asyncio.create_task(cook(str(i), i / 50)) for i in (3, 1)])
    print(sorted(t.result() for t in done), len(pending))
    results = await asyncio.gather(cook('a', 0.01), asyncio.sleep(0.02, 'b'), fail(), return_exceptions=True)
    print(results)

async def fail():
    raise ValueError('坏')

asyncio.run(main())

import collections, json, sys

with open(sys.argv[1]) as f:
    p = json.load(f)
types = {t["id"]: t["name"] for t in p["types"]}
methods = {str(m["id"]): types[m["signature"][0]] + "." + m["name"] for m in p["methods"]}
records = p.get("samplingProfiles") or []
if not records or sys.argv[2] == "calls":
    records = p["callCountProfiles"]
stacks = collections.Counter()
for r in records:
    ids = [frame.partition(":")[0] for frame in r["ctx"].split("<")]
    stacks[";".join(methods.get(i) or f"<unknown method {i}>" for i in reversed(ids))] += r["records"][0]
for stack, n in sorted(stacks.items()):
    print(stack, n)

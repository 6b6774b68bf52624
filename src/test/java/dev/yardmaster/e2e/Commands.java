package dev.yardmaster.e2e;

/**
 * Programs for command tasks. Each notes the blocks that it has executed in the file {@value
 * #EXECUTED}, one {@code RUN/TASK/BLOCK} a line, before it reports them.
 */
final class Commands {

  static final String EXECUTED = "executed";

  private static final String STREAM =
      """
      import json, sys, time
      for line in sys.stdin:
          block = json.loads(line)
          time.sleep(0.01)
          with open("executed", "a") as executed:
              executed.write("{run}/{task}/{block}\\n".format(**block))
          print('{"ok": true}', flush=True)
      """;

  private static final String CLIENT =
      """
      import json, os, time, urllib.error, urllib.request

      URL = "{YARDMASTER_URL}/api/v1/workers/{YARDMASTER_WORKER}/".format(**os.environ)
      HEADERS = {"Content-Type": "application/json"}
      HEADERS["Authorization"] = "Bearer " + os.environ["YARDMASTER_TOKEN"]
      ASK = {"max_blocks": 2, "wait": "2s"}

      def call(what, body):
          while True:
              try:
                  request = urllib.request.Request(URL + what, json.dumps(body).encode(), HEADERS)
                  with urllib.request.urlopen(request, timeout=60) as answer:
                      return json.loads(answer.read())
              except urllib.error.HTTPError as error:
                  if error.code != 503:
                      raise
              except OSError:
                  pass
              time.sleep(0.1)

      answer = call("acquire", ASK)
      while "ended" not in answer:
          results = []
          for block in answer["blocks"]:
              with open("executed", "a") as executed:
                  executed.write("{run}/{task}/{block}\\n".format(**block))
              results.append({"lease": block["lease"], "ok": True})
          if results:
              time.sleep(0.02)
              answer = call("release", {"results": results, "acquire": ASK})
          else:
              answer = call("acquire", ASK)
      """;

  private Commands() {}

  static void writeTo(Workshop workshop) {
    workshop.write("stream.py", STREAM);
    workshop.write("client.py", CLIENT);
  }
}

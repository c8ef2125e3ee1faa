import { test } from "../helpers/own-suite.js";

const TRY = `query ($input: TrackerInput!) {
  tryTracker(input: $input) { calls hits { quote recording { id } } }
}`;

const line = { speaker: "A", role: "rep", text: "We have a warranty.", start: 0, end: 2_000 };

test("a trial leaves out a call that is deleted meanwhile", async (t) => {
  const { server, org } = t.context;
  const kept = await org.createProcessed({ transcript: [line] });
  const deleted = await org.createProcessed({ transcript: [line] });
  const { services } = server;
  const finder = services.trackers;
  services.trackers = {
    ...finder,
    find: async (...search) => {
      const found = await finder.find(...search);
      await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: deleted });
      return found;
    },
  };
  const { tryTracker } = await org.graphql(TRY, { input: { phrases: ["warranty"] } });
  t.deepEqual(tryTracker.hits, [{ quote: line.text, recording: { id: kept } }]);
});

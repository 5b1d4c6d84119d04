import com.gempukku.swccgo.common.CardCounts;
import com.gempukku.swccgo.common.Side;
import com.gempukku.swccgo.game.SwccgCardBlueprint;
import com.gempukku.swccgo.game.SwccgCardBlueprintLibrary;
import com.gempukku.swccgo.game.SwccgFormat;
import com.gempukku.swccgo.game.SwccgGame;
import com.gempukku.swccgo.game.state.EventSerializer;
import com.gempukku.swccgo.game.state.GameCommunicationChannel;
import com.gempukku.swccgo.game.state.GameEvent;
import com.gempukku.swccgo.logic.decisions.AwaitingDecision;
import com.gempukku.swccgo.logic.decisions.DecisionResultInvalidException;
import com.gempukku.swccgo.logic.timing.DefaultSwccgGame;
import com.gempukku.swccgo.logic.timing.DefaultUserFeedback;
import com.gempukku.swccgo.logic.timing.GameStats;
import com.gempukku.swccgo.logic.timing.TurnProcedure;
import com.gempukku.swccgo.logic.vo.SwccgDeck;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Plays games on a built GEMP engine. Requests and replies are lines of JSON on standard input and output; see
 * py_engine/lab/swccg/arena/protocol.py. A seat gets what its own channel gives, and nothing else.
 */
public final class ArenaDriver {
    private static final String[] SEATS = {"dark", "light"};
    private static final PrintStream REPLIES = System.out;

    private final BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final SwccgCardBlueprintLibrary library = new SwccgCardBlueprintLibrary();
    private final Map<String, SwccgCardBlueprint> blueprints = new LinkedHashMap<>();
    private final Map<String, GameCommunicationChannel> channels = new HashMap<>();
    private final Map<String, Bot> bots = new HashMap<>();
    private final Map<String, Integer> refusals = new HashMap<>();
    private final DocumentBuilder documents = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    private final Transformer writer = TransformerFactory.newInstance().newTransformer();
    private final EventSerializer serializer = new EventSerializer();
    private DefaultSwccgGame game;
    private DefaultUserFeedback feedback;
    private Statistics statistics;

    private ArenaDriver() throws Exception {
        writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    }

    public static void main(String[] arguments) throws Exception {
        // The engine and its bots print; only replies may reach standard output.
        System.setOut(System.err);
        new ArenaDriver().run();
    }

    private void run() throws Exception {
        listBlueprints();
        say("say", "ready", "cards", String.valueOf(blueprints.size()));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            Map<String, String> request = Json.read(line);
            if ("start".equals(request.get("do"))) {
                try {
                    start(request);
                    play();
                } catch (Exception | StackOverflowError error) {
                    say("say", "broken", "why", String.valueOf(error));
                }
            }
        }
    }

    /** The engine's questions about "all cards" look at the format's blueprints. */
    private void listBlueprints() {
        listSets(1, CardCounts.FULL_SETS_CARD_COUNTS);
        listSets(101, CardCounts.PREMIUM_SETS_CARD_COUNTS);
        listSets(200, CardCounts.VIRTUAL_SETS_CARD_COUNTS);
        listSets(301, CardCounts.VIRTUAL_PREMIUM_SETS_CARD_COUNTS);
    }

    private void listSets(int first, int[] counts) {
        for (int set = 0; set < counts.length; set++) {
            for (int card = 1; card <= counts[set]; card++) {
                String id = (first + set) + "_" + card;
                SwccgCardBlueprint blueprint = library.getSwccgoCardBlueprint(id);
                if (blueprint != null) {
                    blueprints.put(id, blueprint);
                }
            }
        }
    }

    private SwccgFormat format() {
        return (SwccgFormat) Proxy.newProxyInstance(
                SwccgFormat.class.getClassLoader(), new Class<?>[] {SwccgFormat.class}, (proxy, method, values) -> {
                    if (method.getName().equals("getAllCardBlueprintsValidInFormat")) {
                        return new ArrayList<>(blueprints.values());
                    }
                    return unlimited(method.getReturnType());
                });
    }

    /** What a format without limits answers. */
    private static Object unlimited(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return 60;
        }
        return type == List.class ? new ArrayList<>() : type == String.class ? "Arena" : null;
    }

    private void start(Map<String, String> request) throws Exception {
        seed(Long.parseLong(request.get("seed")));
        Map<String, SwccgDeck> decks = new LinkedHashMap<>();
        channels.clear();
        bots.clear();
        refusals.clear();
        for (String seat : SEATS) {
            String name = request.get(seat + "_name");
            decks.put(name, deck(name, request.get(seat + "_deck")));
            Side side = decks.get(name).getSide(library);
            if (side == null || !side.name().equalsIgnoreCase(seat)) {
                throw new IllegalArgumentException("The deck of " + name + " is not a " + seat + " deck.");
            }
            channels.put(name, new GameCommunicationChannel(name, 0));
            String bot = request.get(seat + "_bot");
            if (bot != null && !bot.isEmpty()) {
                bots.put(name, new Bot(bot));
            }
        }
        Map<String, Integer> clocks = new HashMap<>();
        decks.keySet().forEach(name -> clocks.put(name, 0));
        feedback = new DefaultUserFeedback() {
            @Override
            public void sendAwaitingDecision(String name, AwaitingDecision decision) {
                statistics.send(game);
                super.sendAwaitingDecision(name, decision);
            }
        };
        game = new DefaultSwccgGame(format(), decks, feedback, library, clocks, false);
        feedback.setGame(game);
        statistics = Statistics.of(game);
        for (Map.Entry<String, GameCommunicationChannel> channel : channels.entrySet()) {
            game.addGameStateListener(channel.getKey(), channel.getValue());
        }
        game.startGame();
    }

    /** The engine shuffles with the generator of Collections, which only reflection can replace. */
    private static void seed(long seed) throws Exception {
        Field generator = Collections.class.getDeclaredField("r");
        generator.setAccessible(true);
        generator.set(null, new Random(seed));
    }

    private SwccgDeck deck(String name, String contents) {
        SwccgDeck deck = new SwccgDeck(name);
        String[] parts = contents.split("\\|", -1);
        for (int part = 0; part < Math.min(2, parts.length); part++) {
            for (String card : parts[part].split(",")) {
                if (!card.isEmpty() && library.getSwccgoCardBlueprint(card) == null) {
                    throw new IllegalArgumentException("The engine does not know the card " + card + ".");
                }
                if (!card.isEmpty() && part == 0) {
                    deck.addCard(card);
                } else if (!card.isEmpty()) {
                    deck.addCardOutsideDeck(card);
                }
            }
        }
        return deck;
    }

    private void play() throws Exception {
        while (!game.isFinished()) {
            List<String> waiting = new ArrayList<>(feedback.getUsersPendingDecision());
            if (waiting.isEmpty()) {
                throw new IllegalStateException("Nobody is asked, and the game is not over.");
            }
            Collections.sort(waiting);
            if (!decide(waiting.get(0))) {
                say("say", "stopped");
                return;
            }
        }
        statistics.send(game);
        for (String name : channels.keySet()) {
            say("say", "rest", "seat", name, "xml", events(name));
        }
        String dark = game.getDarkPlayer();
        String light = game.getLightPlayer();
        say("say", "over", "winner", String.valueOf(game.getWinner()),
                "dark_life", String.valueOf(game.getGameState().getPlayerLifeForce(dark)),
                "light_life", String.valueOf(game.getGameState().getPlayerLifeForce(light)));
    }

    /** Has a seat answer its decision; false if the game is to end. */
    private boolean decide(String name) throws Exception {
        AwaitingDecision decision = feedback.getAwaitingDecision(name);
        Bot bot = bots.get(name);
        String answer;
        if (bot == null) {
            say("say", "ask", "seat", name, "xml", events(name));
            Map<String, String> reply = Json.read(requests.readLine());
            if (!"answer".equals(reply.get("do"))) {
                return false;
            }
            answer = reply.get("answer");
        } else {
            answer = bot.decide(name, decision, game);
            say("say", "answered", "seat", name, "xml", events(name), "answer", answer);
        }
        feedback.participantDecided(name);
        try {
            decision.decisionMade(answer);
            refusals.put(name, 0);
        } catch (DecisionResultInvalidException refused) {
            say("say", "refused", "seat", name, "why", String.valueOf(refused.getWarningMessage()));
            if (refusals.merge(name, 1, Integer::sum) > 20) {
                throw new IllegalStateException("The answers of " + name + " are refused again and again.");
            }
            feedback.sendAwaitingDecision(name, decision);
            return true;
        }
        game.carryOutPendingActionsUntilDecisionNeeded();
        return true;
    }

    /** The events of a seat's channel since the last time, as GEMP sends them. */
    private String events(String name) throws Exception {
        Document document = documents.newDocument();
        Element update = document.createElement("update");
        document.appendChild(update);
        for (GameEvent event : channels.get(name).consumeGameEvents()) {
            update.appendChild(serializer.serializeEvent(document, event));
        }
        StringWriter text = new StringWriter();
        writer.transform(new DOMSource(document), new StreamResult(text));
        return text.toString();
    }

    private static void say(String... pairs) {
        REPLIES.println(Json.written(pairs));
        REPLIES.flush();
    }

    /**
     * The display's statistics (power, Force generation, piles), worked out when a player is asked. The engine does so after
     * every single effect, which took more than half of its time, though only the last ones before a decision are seen.
     */
    private static final class Statistics extends GameStats {
        /** Replaces the statistics of a game that has not started; only reflection can do so. */
        static Statistics of(DefaultSwccgGame game) throws Exception {
            Field procedure = DefaultSwccgGame.class.getDeclaredField("_turnProcedure");
            Field place = TurnProcedure.class.getDeclaredField("_gameStats");
            procedure.setAccessible(true);
            place.setAccessible(true);
            Statistics statistics = new Statistics();
            place.set(procedure.get(game), statistics);
            return statistics;
        }

        @Override
        public boolean updateGameStats(SwccgGame game) {
            return false;
        }

        void send(DefaultSwccgGame game) {
            if (super.updateGameStats(game)) {
                game.getGameState().sendGameStats(this);
            }
        }
    }

    /** One of GEMP's own bots, called by name so that the driver compiles where they are missing. */
    private static final class Bot {
        private static final Map<String, String> CLASSES = Map.of(
                "beginner", "com.gempukku.swccgo.ai.models.BeginnerAi",
                "advanced", "com.gempukku.swccgo.ai.models.AdvancedAi",
                "rando", "com.gempukku.swccgo.ai.models.rando.RandoCalAi");
        private final Object bot;

        Bot(String name) throws Exception {
            bot = Class.forName(CLASSES.get(name)).getDeclaredConstructor().newInstance();
        }

        String decide(String name, AwaitingDecision decision, DefaultSwccgGame game) throws Exception {
            call("setGame", game);
            return (String) call("decide", name, decision, game.getGameState());
        }

        private Object call(String what, Object... values) throws Exception {
            for (Method method : bot.getClass().getMethods()) {
                if (method.getName().equals(what) && method.getParameterCount() == values.length) {
                    return method.invoke(bot, values);
                }
            }
            throw new NoSuchMethodException(what);
        }
    }

    /** Flat objects of strings, which is all that the protocol needs. */
    private static final class Json {
        static Map<String, String> read(String line) {
            Map<String, String> found = new HashMap<>();
            List<String> strings = new ArrayList<>();
            for (int at = 0; line != null && at < line.length(); at++) {
                if (line.charAt(at) == '"') {
                    StringBuilder text = new StringBuilder();
                    at = string(line, at + 1, text);
                    strings.add(text.toString());
                }
            }
            for (int pair = 0; pair + 1 < strings.size(); pair += 2) {
                found.put(strings.get(pair), strings.get(pair + 1));
            }
            return found;
        }

        private static int string(String line, int from, StringBuilder text) {
            int at = from;
            for (; line.charAt(at) != '"'; at++) {
                char character = line.charAt(at);
                if (character == '\\') {
                    character = line.charAt(++at);
                    if (character == 'u') {
                        character = (char) Integer.parseInt(line.substring(at + 1, at + 5), 16);
                        at += 4;
                    } else if (character == 'n') {
                        character = '\n';
                    }
                }
                text.append(character);
            }
            return at;
        }

        static String written(String... pairs) {
            StringBuilder text = new StringBuilder("{");
            for (int index = 0; index < pairs.length; index++) {
                text.append(index == 0 ? "" : index % 2 == 0 ? "," : ":");
                quote(text, pairs[index]);
            }
            return text.append('}').toString();
        }

        private static void quote(StringBuilder text, String value) {
            text.append('"');
            for (int index = 0; index < value.length(); index++) {
                char character = value.charAt(index);
                if (character == '"' || character == '\\') {
                    text.append('\\').append(character);
                } else if (character < ' ' || character > '~') {
                    text.append(String.format("\\u%04x", (int) character));
                } else {
                    text.append(character);
                }
            }
            text.append('"');
        }
    }
}

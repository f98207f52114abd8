(* Short games, their order, and a checker of comparisons that is proved right. Coq 8.16, no axioms. *)

Require Import List Arith Lia PArith FMapPositive.
Import ListNotations.

(* A short game: where Left can move to, and where Right can. *)
Inductive game := Game : list game -> list game -> game.

Definition left_options g := match g with Game l _ => l end.
Definition right_options g := match g with Game _ r => r end.

(* g <= h: Right, who moves second, does not lose h - g. No left option of g is >= h, and g is not >= any right option of h.
   [lf g h] is the negation of h <= g in a positive form; [lf_not_ge] below shows that it is that. *)
Inductive le : game -> game -> Prop :=
| le_intro g h :
    (forall x, In x (left_options g) -> lf x h) ->
    (forall y, In y (right_options h) -> lf g y) -> le g h
with lf : game -> game -> Prop :=
| lf_right g h x : In x (right_options g) -> le x h -> lf g h
| lf_left g h y : In y (left_options h) -> le g y -> lf g h.

Fixpoint size g :=
  match g with Game l r => S (list_sum (map size l) + list_sum (map size r)) end.

Lemma size_in x l : In x l -> size x <= list_sum (map size l).
Proof.
  induction l as [|a l IH]; simpl; [tauto|]. intros [->|H]; [|specialize (IH H)]; lia.
Qed.

Lemma size_left g x : In x (left_options g) -> size x < size g.
Proof. destruct g as [l r]; simpl. intros H. apply size_in in H. lia. Qed.

Lemma size_right g x : In x (right_options g) -> size x < size g.
Proof. destruct g as [l r]; simpl. intros H. apply size_in in H. lia. Qed.

Lemma all_or_one (A : Type) (P Q : A -> Prop) (l : list A) :
  (forall x, In x l -> P x \/ Q x) -> (forall x, In x l -> P x) \/ (exists x, In x l /\ Q x).
Proof.
  induction l as [|a l IH]; intros H; [left; simpl; tauto|].
  destruct (H a (or_introl eq_refl)) as [Ha|Ha].
  - destruct IH as [IH|[x [Hx Qx]]]; [intros x Hx; apply H; right; exact Hx| |].
    + left. intros x [<-|Hx]; auto.
    + right. exists x. split; [right; exact Hx|exact Qx].
  - right. exists a. split; [left; reflexivity|exact Ha].
Qed.

Lemma decided n : forall g h, size g + size h < n -> (le g h \/ lf h g) /\ ~ (le g h /\ lf h g).
Proof.
  induction n as [|n IH]; intros g h Hn; [lia|]. split.
  - destruct (all_or_one game (fun x => lf x h) (fun x => le h x) (left_options g)) as [Hl|[x [Hx Qx]]].
    { intros x Hx. apply size_left in Hx. destruct (IH h x) as [[H|H] _]; [lia|right|left]; exact H. }
    + destruct (all_or_one game (fun y => lf g y) (fun y => le y g) (right_options h)) as [Hr|[y [Hy Qy]]].
      { intros y Hy. apply size_right in Hy. destruct (IH y g) as [[H|H] _]; [lia|right|left]; exact H. }
      * left. constructor; assumption.
      * right. apply lf_right with y; assumption.
    + right. apply lf_left with x; assumption.
  - intros [Hle Hlf]. destruct Hle as [g h Hl Hr]. inversion Hlf as [a b x Hx Hle|a b y Hy Hle]; subst.
    + pose proof (Hr x Hx) as H. apply size_right in Hx. destruct (IH x g) as [_ N]; [lia|]. apply N. split; assumption.
    + pose proof (Hl y Hy) as H. apply size_left in Hy. destruct (IH h y) as [_ N]; [lia|]. apply N. split; assumption.
Qed.

(* So [le] is the relation of the theory, and a file that proves [lf g h] proves that h <= g does not hold. *)
Theorem lf_not_ge g h : lf g h <-> ~ le h g.
Proof.
  destruct (decided (S (size h + size g)) h g (le_n _)) as [D N]. split; [tauto|].
  intros H. destruct D; [contradiction|assumption].
Qed.

Theorem le_spec g h :
  le g h <-> (forall x, In x (left_options g) -> ~ le h x) /\ (forall y, In y (right_options h) -> ~ le y g).
Proof.
  split.
  - intros [a b Hl Hr]. split; intros x Hx; apply lf_not_ge; auto.
  - intros [Hl Hr]. constructor; intros x Hx; apply lf_not_ge; auto.
Qed.

(* A table of games: each line names, by number, the options of a game among the lines before it, counted from 1. *)
Definition line := (list positive * list positive)%type.
Definition entry := (list positive * list positive * game)%type.
Definition table := PositiveMap.t entry.

Definition zero := Game [] [].
Definition node (t : table) k := match PositiveMap.find k t with Some (_, _, g) => g | None => zero end.
Definition before (next : positive) := filter (fun k => (k <? next)%positive).

Fixpoint build (lines : list line) (next : positive) (t : table) : table :=
  match lines with
  | [] => t
  | (l, r) :: rest =>
      let l := before next l in
      let r := before next r in
      build rest (Pos.succ next) (PositiveMap.add next (l, r, Game (map (node t) l) (map (node t) r)) t)
  end.

Definition games (lines : list line) := build lines 1 (PositiveMap.empty _).

Definition sound (next : positive) (t : table) :=
  forall k l r g, PositiveMap.find k t = Some (l, r, g) ->
    g = Game (map (node t) l) (map (node t) r) /\
    (forall x, In x l -> (x < next)%positive) /\ (forall x, In x r -> (x < next)%positive) /\ (k < next)%positive.

Lemma before_in next l x : In x (before next l) -> (x < next)%positive.
Proof. unfold before. rewrite filter_In. intros [_ H]. apply Pos.ltb_lt. exact H. Qed.

Lemma node_add next e t l :
  (forall x, In x l -> (x < next)%positive) -> map (node (PositiveMap.add next e t)) l = map (node t) l.
Proof.
  intros H. apply map_ext_in. intros x Hx. specialize (H x Hx). unfold node.
  rewrite PositiveMap.gso by lia. reflexivity.
Qed.

Lemma build_sound lines : forall next t, sound next t -> exists last, sound last (build lines next t).
Proof.
  induction lines as [|[l r] rest IH]; intros next t H; [exists next; exact H|].
  simpl. apply IH. intros k l' r' g Hk.
  destruct (Pos.eq_dec k next) as [->|Hn].
  - rewrite PositiveMap.gss in Hk. injection Hk as <- <- <-.
    rewrite !node_add by apply before_in.
    repeat split; try (intros x Hx; apply before_in in Hx); lia.
  - rewrite PositiveMap.gso in Hk by assumption. destruct (H _ _ _ _ Hk) as [E [Hl [Hr Hlt]]].
    rewrite !node_add by assumption.
    repeat split; [assumption| | |lia]; intros x Hx; [apply Hl in Hx|apply Hr in Hx]; lia.
Qed.

Lemma games_sound lines : exists last, sound last (games lines).
Proof.
  apply build_sound. intros k l r g H. rewrite PositiveMap.gempty in H. discriminate.
Qed.

(* A certificate: facts about games of a table, each of which follows from those before it. *)
Inductive fact := Le (i j : positive) | Lf (i j : positive).

Definition facts := PositiveMap.t (PositiveMap.t unit).
Definition known (f : facts) i j :=
  match PositiveMap.find i f with
  | Some row => match PositiveMap.find j row with Some _ => true | None => false end
  | None => false
  end.
Definition learn (f : facts) i j : facts :=
  let row := match PositiveMap.find i f with Some row => row | None => PositiveMap.empty _ end in
  PositiveMap.add i (PositiveMap.add j tt row) f.

Lemma known_learn f i j a b : known (learn f i j) a b = true -> (a = i /\ b = j) \/ known f a b = true.
Proof.
  unfold known, learn. destruct (Pos.eq_dec a i) as [->|Ha].
  - rewrite PositiveMap.gss. destruct (Pos.eq_dec b j) as [->|Hb]; [left; split; reflexivity|].
    rewrite PositiveMap.gso by assumption.
    destruct (PositiveMap.find i f); [right; assumption|]. rewrite PositiveMap.gempty. discriminate.
  - rewrite PositiveMap.gso by assumption. right; assumption.
Qed.

Definition lefts (t : table) k := match PositiveMap.find k t with Some (l, _, _) => l | None => [] end.
Definition rights (t : table) k := match PositiveMap.find k t with Some (_, r, _) => r | None => [] end.

Definition follows (t : table) (les lfs : facts) (f : fact) :=
  match f with
  | Le i j => forallb (fun x => known lfs x j) (lefts t i) && forallb (fun y => known lfs i y) (rights t j)
  | Lf i j => existsb (fun x => known les x j) (rights t i) || existsb (fun y => known les i y) (lefts t j)
  end%bool.

Fixpoint check (t : table) (les lfs : facts) (proof : list fact) : option (facts * facts) :=
  match proof with
  | [] => Some (les, lfs)
  | f :: rest =>
      if follows t les lfs f then
        match f with
        | Le i j => check t (learn les i j) lfs rest
        | Lf i j => check t les (learn lfs i j) rest
        end
      else None
  end.

(* Whether a list of facts is right, and has those that are claimed. *)
Definition proves (lines : list line) (proof claims : list fact) : bool :=
  match check (games lines) (PositiveMap.empty _) (PositiveMap.empty _) proof with
  | Some (les, lfs) =>
      forallb (fun f => match f with Le i j => known les i j | Lf i j => known lfs i j end) claims
  | None => false
  end.

Definition means (t : table) (f : fact) :=
  match f with Le i j => le (node t i) (node t j) | Lf i j => lf (node t i) (node t j) end.

Lemma options_of last t k : sound last t ->
  left_options (node t k) = map (node t) (lefts t k) /\ right_options (node t k) = map (node t) (rights t k).
Proof.
  intros H. unfold lefts, rights. unfold node at 1 3. destruct (PositiveMap.find k t) as [[[l r] g]|] eqn:E.
  - destruct (H _ _ _ _ E) as [-> _]. split; reflexivity.
  - split; reflexivity.
Qed.

Lemma follows_sound last t les lfs f : sound last t ->
  (forall i j, known les i j = true -> le (node t i) (node t j)) ->
  (forall i j, known lfs i j = true -> lf (node t i) (node t j)) ->
  follows t les lfs f = true -> means t f.
Proof.
  intros T Hle Hlf. destruct f as [i j|i j]; simpl;
    destruct (options_of last t i T) as [Li Ri], (options_of last t j T) as [Lj Rj].
  - rewrite Bool.andb_true_iff, !forallb_forall. intros [Hl Hr]. constructor.
    + rewrite Li. intros x Hx. apply in_map_iff in Hx. destruct Hx as [k [<- Hk]]. apply Hlf, Hl, Hk.
    + rewrite Rj. intros y Hy. apply in_map_iff in Hy. destruct Hy as [k [<- Hk]]. apply Hlf, Hr, Hk.
  - rewrite Bool.orb_true_iff, !existsb_exists. intros [[k [Hk Kk]]|[k [Hk Kk]]].
    + apply lf_right with (node t k); [rewrite Ri; apply in_map; exact Hk|apply Hle, Kk].
    + apply lf_left with (node t k); [rewrite Lj; apply in_map; exact Hk|apply Hle, Kk].
Qed.

Lemma check_sound last t proof : sound last t -> forall les lfs les' lfs',
  (forall i j, known les i j = true -> le (node t i) (node t j)) ->
  (forall i j, known lfs i j = true -> lf (node t i) (node t j)) ->
  check t les lfs proof = Some (les', lfs') ->
  (forall i j, known les' i j = true -> le (node t i) (node t j)) /\
  (forall i j, known lfs' i j = true -> lf (node t i) (node t j)).
Proof.
  intros T. induction proof as [|f rest IH]; intros les lfs les' lfs' Hle Hlf; simpl.
  - intros E. injection E as <- <-. split; assumption.
  - destruct (follows t les lfs f) eqn:F; [|discriminate].
    pose proof (follows_sound last t les lfs f T Hle Hlf F) as M.
    destruct f as [a b|a b]; simpl in M; apply IH; try assumption;
      intros i j K; apply known_learn in K; destruct K as [[-> ->]|K]; auto.
Qed.

(* What the checker accepts is true. *)
Theorem proves_sound lines proof claims : proves lines proof claims = true ->
  forall f, In f claims -> means (games lines) f.
Proof.
  unfold proves. destruct (games_sound lines) as [last T].
  destruct (check (games lines) _ _ proof) as [[les lfs]|] eqn:C; [|discriminate].
  assert (E : forall i j, known (PositiveMap.empty _) i j = true -> False).
  { intros i j. unfold known. rewrite PositiveMap.gempty. discriminate. }
  destruct (check_sound last (games lines) proof T _ _ les lfs
    (fun i j K => False_ind _ (E i j K)) (fun i j K => False_ind _ (E i j K)) C) as [Hle Hlf].
  rewrite forallb_forall. intros H f Hf. specialize (H f Hf). destruct f; simpl; auto.
Qed.
